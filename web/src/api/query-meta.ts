import type { LiveList } from '@blood-bank/contract/live/endpoints'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The lists that the query shows: it is fetched again when the server says that one of them may have changed. */
      live?: readonly LiveList[]
      /** Whether somebody may wait for it in another tab: it is fetched again in a hidden tab, too. */
      isAwaited?: boolean
      /** Whether the server leaves it to the browser: only the device knows it, or it is looked at later. */
      isForBrowser?: boolean
    }
    mutationMeta: {
      /** The records on the screen keep their places after it: the person is working through the list. */
      keepsPlaces?: true
    }
  }
}
