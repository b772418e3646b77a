import {
  describeNeed,
  LINK_PREVIEW_SIZE,
  linkPreviewOf,
  publicShareText,
  whatsAppUrl,
} from '@blood-bank/contract/blood-requests/descriptions'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { SharePage } from '@blood-bank/contract/blood-requests/share-pages'
import { type Ref, useRef, useState } from 'react'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import dialog from '../../../ui/dialogs/dialog.module.css'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { mayCopy } from '../../../ui/feedback/copying.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { COPIED, hasShareSheet, maySend, publicNeedOf, sendText, shareText } from './share.ts'
import styles from './share-dialog.module.css'
import { useSharePage } from './use-share-page.ts'

type Props = { bloodRequest: BloodRequest; onClose: () => void }

/**
 * Lets the owner of a request pass on its public page, and end it. The page is made by the first act of sharing; until then
 * nothing is public.
 */
export function ShareDialog({ bloodRequest, onClose }: Props) {
  const { query, creating, revoking } = useSharePage(bloodRequest.id)
  const sharePage = query.data?.sharePage
  const failed = [creating, revoking].find(({ error }) => error)
  const firstWay = useRef<HTMLButtonElement>(null)
  const [said, say] = useState<string | null>(null)
  const stop = () =>
    revoking.mutate(undefined, {
      onSuccess: () => {
        say('Sharing has stopped. The link never works again.')
        firstWay.current?.focus()
      },
    })
  const shareWithMembers = async () => say(await sendText(shareText(bloodRequest, window.location.origin)))
  const { path, alt } = linkPreviewOf(bloodRequest, { isNeeded: true })
  return (
    <Dialog title="Share this request" onClose={onClose}>
      <figure className={styles.preview}>
        <img src={path} alt={alt} {...LINK_PREVIEW_SIZE} />
        <figcaption>{describeNeed(publicNeedOf(bloodRequest))}</figcaption>
      </figure>
      {/* As long in both states, so that nothing moves. */}
      <p>{`This ${sharePage ? 'is' : 'becomes'} a public page. Anybody can open it. No names, no numbers.`}</p>
      <FetchFailure query={query} failed="Couldn't check whether the request is shared." />
      <MutationNotice of={failed} failed="Failed to change the public page. Please try again." />
      <ShareWays
        bloodRequest={bloodRequest}
        url={sharePage?.url}
        creating={creating}
        firstWay={firstWay}
        say={say}
      />
      <div className={styles.links}>
        {sharePage && (
          <>
            <a href={sharePage.url} target="_blank" rel="noreferrer">
              Open the page
            </a>
            <StopSharing isBusy={revoking.isPending} onStop={stop} />
          </>
        )}
        {sharePage === null && maySend() && (
          <Button variant="quiet" onClick={() => void shareWithMembers()}>
            Share with members only
          </Button>
        )}
      </div>
      <div className={dialog.actions}>
        <Button onClick={onClose}>Close</Button>
      </div>
      {/* At the end, where it moves no button. */}
      <p role="status" className={styles.said}>
        {said}
      </p>
    </Dialog>
  )
}

type ShareWaysProps = {
  bloodRequest: BloodRequest
  /** The address of the public page, if it is known to have one. */
  url: SharePage['url'] | undefined
  creating: ReturnType<typeof useSharePage>['creating']
  firstWay: Ref<HTMLButtonElement>
  /** Says what came of a press; null while nothing has. */
  say: (message: string | null) => void
}

/** Browsers refuse what a press began too long ago, such as before a slow call. */
const PRESS_AGAIN = 'The public page is ready. Please press once more.'

const REFUSED = "Your browser didn't allow that. Open the page and copy its address instead."

/** The ways of passing on a request's public page. The first one makes the page. */
function ShareWays({ bloodRequest, url, creating, firstWay, say }: ShareWaysProps) {
  const textWith = (url: string) => publicShareText(publicNeedOf(bloodRequest), url)

  const sendByWhatsApp = async (url: string) => openWindow(whatsAppUrl(textWith(url)))
  const copy = async (url: string) => {
    await navigator.clipboard.writeText(textWith(url))
    say(COPIED)
  }
  // The page has no scripts of its own, so its opener prints it. Browsers save what they print as a file, too.
  const printPoster = async (url: string) => {
    const poster = openWindow(new URL(url).pathname)
    poster.addEventListener('load', () => poster.print(), { once: true })
  }
  const send = async (url: string) => say(await sendText(textWith(url)))

  const ways = [
    { label: 'WhatsApp', pass: sendByWhatsApp },
    ...(mayCopy() ? [{ label: 'Copy text and link', pass: copy }] : []),
    { label: 'Poster', pass: printPoster },
    ...(hasShareSheet() ? [{ label: 'More...', pass: send }] : []),
  ]
  const [pressed, setPressed] = useState('')
  async function share({ label, pass }: (typeof ways)[number]) {
    if (creating.isPending) return
    say(null)
    setPressed(label)
    const found = url ?? (await creating.mutateAsync().catch(() => null))?.url
    if (found) await pass(found).catch(() => say(url ? REFUSED : PRESS_AGAIN))
  }
  return (
    <div className={styles.ways}>
      {ways.map((way, place) => (
        <Button
          key={way.label}
          variant={place === 0 ? 'primary' : 'secondary'}
          autoFocus={place === 0}
          ref={place === 0 ? firstWay : undefined}
          isBusy={creating.isPending && pressed === way.label}
          onClick={() => void share(way)}
        >
          {way.label}
        </Button>
      ))}
    </div>
  )
}

/** @throws if the browser refuses, as it does long after a press */
function openWindow(url: string): Window {
  const opened = window.open(url)
  if (!opened) throw new Error('The browser opened no window.')
  return opened
}

type StopSharingProps = { isBusy: boolean; onStop: () => void }

/** Ends a public page, after a question. */
function StopSharing({ isBusy, onStop }: StopSharingProps) {
  const [isAsking, setIsAsking] = useState(false)
  // The focus returns to the button.
  const [isKept, setIsKept] = useState(false)
  const keep = () => {
    setIsKept(true)
    setIsAsking(false)
  }
  if (!isAsking)
    return (
      <Button variant="quiet" autoFocus={isKept} onClick={() => setIsAsking(true)}>
        Stop sharing
      </Button>
    )
  return (
    <Stack>
      <p>
        The link and every poster with it stop working forever. You can share the request again afterwards.
      </p>
      <div className={dialog.actions}>
        <Button variant="danger" isBusy={isBusy} onClick={onStop}>
          Stop sharing
        </Button>
        <Button autoFocus onClick={keep}>
          Keep it
        </Button>
      </div>
    </Stack>
  )
}
