import { AlertLinkForm } from '@blood-bank/contract/alerts/answers'
import { useCallback, useEffect, useState } from 'react'
import { MailLinkPage } from '../../features/accounts/mail-link-page.tsx'
import { isFocusLost } from '../../ui/browser/focus.ts'
import { AnswerAlert, QUESTION } from './answer-alert.tsx'
import { StopTexts } from './stop-texts.tsx'

/** The target of the link in an alert. It works signed out, and opening it changes nothing. */
export const AnswerPage = () => <AnswerByLink message="email" />

/** The same at the short path of text messages. */
export const AnswerTextPage = () => <AnswerByLink message="text message" />

function AnswerByLink({ message }: { message: 'email' | 'text message' }) {
  const [{ title, isNew }, setAnswer] = useState({ title: QUESTION, isNew: false })
  const showAnswer = useCallback((title: string, isNew: boolean) => setAnswer({ title, isNew }), [])
  // The pressed button is gone, and the title says what follows.
  useEffect(() => {
    if (title && isNew && isFocusLost()) document.querySelector('h1')?.focus()
  }, [title, isNew])
  return (
    <MailLinkPage
      title={title}
      form={AlertLinkForm}
      // Phones discard the tab during the call.
      survivesReload
      help={<p>{`The whole link is in the ${message} that asked you.`}</p>}
    >
      {token => (
        <AnswerAlert
          key={token}
          token={token}
          onAnswered={showAnswer}
          end={message === 'text message' && <StopTexts token={token} />}
        />
      )}
    </MailLinkPage>
  )
}
