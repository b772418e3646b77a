import { Component, type ReactNode } from 'react'
import { PageLoadFailure } from '../../ui/browser/lazy-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { DismissibleError } from '../../ui/feedback/dismissible-error.tsx'
import { Page } from '../../ui/layout/page.tsx'

type Props = { children: ReactNode }

/** What a person sees in place of a page that broke or did not load: never a white screen. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <Page title="Something Went Wrong">
        <DismissibleError>
          {error instanceof PageLoadFailure
            ? 'This page could not be loaded. Please check your internet connection and reload.'
            : 'This page stopped working. Reloading it usually helps.'}
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
