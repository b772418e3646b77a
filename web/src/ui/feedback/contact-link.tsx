import { useContext } from 'react'
import { PageFrameContext } from '../layout/page-frame.tsx'

const CONTACT = 'contact the administrators'

/** What people can do against a decision of an admin. */
export const IF_MISTAKEN = `If you think that this is a mistake, please ${CONTACT}.`

/** A text in which "contact the administrators" is a link, if the operator has set where it leads. */
export function WithContactLink({ children: text }: { children: string }) {
  const contactUrl = useContext(PageFrameContext)?.contactUrl
  const at = text.indexOf(CONTACT)
  if (!contactUrl || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <a href={contactUrl}>{CONTACT}</a>
      {text.slice(at + CONTACT.length)}
    </>
  )
}
