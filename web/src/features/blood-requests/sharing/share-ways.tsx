import { publicShareText, whatsAppUrl } from '@blood-bank/contract/blood-requests/descriptions'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { SharePage } from '@blood-bank/contract/blood-requests/share-pages'
import { type Ref, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { mayCopy } from '../../../ui/feedback/copy-text.ts'
import { COPIED, hasShareSheet, publicNeedOf, sendText } from './share.ts'
import styles from './share-dialog.module.css'
import type { useSharePage } from './use-share-page.ts'

type Props = {
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
export function ShareWays({ bloodRequest, url, creating, firstWay, say }: Props) {
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
