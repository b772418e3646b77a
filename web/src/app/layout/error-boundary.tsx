import { Component, type ReactNode } from 'react'
import { PageLoadFailure } from '../../ui/browser/lazy-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { DismissibleError } from '../../ui/feedback/dismissible-error.tsx'
import { Page } from '../../ui/layout/page.tsx'

type Props = { children: ReactNode }

/** Shown in place of a page that threw an error or failed to load, instead of a blank screen. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <Page title="Something went wrong">
        <DismissibleError>
          {error instanceof PageLoadFailure
            ? "This page couldn't be loaded. Check your internet connection, then reload the page."
            : 'This page stopped working because of an error. Reloading it usually helps.'}
        </DismissibleError>
        <div>
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </div>
      </Page>
    )
  }
}
