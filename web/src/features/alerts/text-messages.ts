import { readTextMessages } from '@blood-bank/contract/alerts/texts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The actor's text messages; null for people who are not donors. Ask only where the site sends them. */
export const OWN_TEXT_MESSAGES = queryOptions({
  queryKey: ['alerts', 'text-messages'],
  queryFn: async ({ signal }) => (await call(readTextMessages, {}, { signal })).textMessages,
})
