import { onlineManager, useIsMutating } from '@tanstack/react-query'
import { Component, type ReactNode, useEffect } from 'react'
import { useIsOnline } from '../api/connection-check.ts'
import { PageLoadFailure } from '../ui/browser/lazy-page.tsx'
import { Button } from '../ui/controls/button.tsx'
import { DismissibleError } from '../ui/feedback/dismissible-error.tsx'
import { useLateMessage } from '../ui/feedback/late-message.ts'
import { Page } from '../ui/layout/page.tsx'

type Props = { children: ReactNode }

/** Shown in place of a page that threw an error or failed to load, instead of a blank screen. */
export class ErrorBoundary extends Component<Props, { error: Error | null; wasOffline: boolean }> {
  override state = { error: null as Error | null, wasOffline: false }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  private endWaiting = () => {}

  override componentDidCatch(error: Error) {
    if (!(error instanceof PageLoadFailure)) return
    const learn = () => {
      if (!onlineManager.isOnline()) this.setState({ wasOffline: true })
    }
    this.endWaiting = onlineManager.subscribe(learn)
    learn()
  }

  override componentWillUnmount() {
    this.endWaiting()
  }

  override render() {
    const { error, wasOffline } = this.state
    if (!error) return this.props.children
    const isLoaded = !(error instanceof PageLoadFailure)
    if (!isLoaded && wasOffline) return <NotOnThisDevice />
    return (
      <Page title="Something went wrong">
        <DismissibleError>
          {isLoaded
            ? 'This page stopped working because of an error. Reloading it usually helps.'
            : "This page couldn't be loaded. Check your internet connection, then reload the page."}
        </DismissibleError>
        <div>
          <Button variant="primary" onClick={reload}>
            Reload
          </Button>
        </div>
      </Page>
    )
  }
}

const reload = () => window.location.reload()

/** Reloading without a connection would leave the site for the browser's own page. */
function NotOnThisDevice() {
  const isOnline = useIsOnline()
  // Not while what waited for the connection is sent, or is said to be.
  const isSending = useIsMutating() > 0
  const isTold = useLateMessage() === null
  useEffect(() => {
    if (isOnline && !isSending && isTold) reload()
  }, [isOnline, isSending, isTold])
  return (
    <Page
      title="This page isn't on your device yet"
      lead="Go back to a page you have opened before, or wait here: it opens by itself when you are online again."
    >
      <div>
        <Button variant="primary" onClick={() => window.history.back()}>
          Go back
        </Button>
      </div>
    </Page>
  )
}
