import { type ReactNode, useContext } from 'react'
import { PageFrameContext } from '../layout/page-frame.tsx'

const CONTACT = 'contact the administrators'

/** What people can do against a decision of an admin. */
export const IF_MISTAKEN = `If you think that this is a mistake, please ${CONTACT}.`

/** Makes "contact the administrators" in a text a link, if the operator has set where it leads. The text stays one string otherwise. */
export function useContactLink(): (text: string) => ReactNode {
  const contactUrl = useContext(PageFrameContext)?.contactUrl
  return text => {
    const at = text.indexOf(CONTACT)
    if (!contactUrl || at < 0) return text
    return (
      <>
        <span>{text.slice(0, at)}</span>
        <a href={contactUrl}>{CONTACT}</a>
        <span>{text.slice(at + CONTACT.length)}</span>
      </>
    )
  }
}

/** The same for a text that does not change. */
export const WithContactLink = ({ children: text }: { children: string }) => useContactLink()(text)
