import {
  confirmTextNumber,
  sendTextCode,
  stopTextMessages,
  TextCodeForm,
  type TextMessages,
} from '@blood-bank/contract/alerts/texts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../../api/call.ts'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { OWN_TEXT_MESSAGES } from '../../../features/alerts/text-messages.ts'
import { Form } from '../../../forms/form.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Link } from '../../../ui/controls/link.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'

const OBSTACLES = {
  extension: 'has an extension',
  'not-mobile': 'is not a mobile number',
  'other-country': 'is of a country to which no text messages are sent',
} as const

/** The switch of text messages, and the code that proves whose number it is. */
export function TextMessagesSwitch({ textMessages }: { textMessages: TextMessages }) {
  const client = useQueryClient()
  const statusText = useRef<HTMLParagraphElement>(null)
  const show = (own: TextMessages) => client.setQueryData(OWN_TEXT_MESSAGES.queryKey, own)
  const sending = useMutation({ mutationFn: () => call(sendTextCode, {}), onSuccess: show })
  const stopping = useMutation({
    mutationFn: () => call(stopTextMessages, {}),
    onSuccess: () => {
      show({ ...textMessages, status: 'off' })
      sending.reset()
    },
  })
  const { status, number, obstacle } = textMessages
  const isOn = sending.isPending || (status !== 'off' && !stopping.isPending)
  const isBusy = sending.isPending || stopping.isPending

  function change(isOn: boolean) {
    if (isBusy) return
    if (isOn) sending.mutate()
    else stopping.mutate()
  }

  return (
    <>
      {obstacle && (
        <p>
          <span>{`Your contact number, ${number}, ${OBSTACLES[obstacle]}, so it gets no text messages.`}</span>{' '}
          <Link to="/edit-donor-profile">Change your number</Link>
        </p>
      )}
      {(!obstacle || status !== 'off') && (
        <Switch label="Text me when a request is urgent" isOn={isOn} onChange={change} />
      )}
      {!obstacle && (
        <p role="status" ref={statusText} tabIndex={-1}>
          {describe(textMessages)}
        </p>
      )}
      {status === 'number-changed' && !obstacle && (
        <div>
          <Button isBusy={sending.isPending} onClick={() => sending.mutate()}>
            Send a code to the new number
          </Button>
        </div>
      )}
      {status === 'code-needed' && (
        <CodeForm
          isFocused={sending.isSuccess}
          isSending={sending.isPending}
          sendNewCode={() => sending.mutate()}
          onConfirmed={own => {
            // The focused button goes with its form.
            statusText.current?.focus({ preventScroll: true })
            show(own)
          }}
        />
      )}
      <MutationNotice of={sending} failed="Failed to send a code. Please try again." />
      <MutationNotice of={stopping} failed="Failed to turn off text messages. Please try again." />
      <SmallPrint>
        Text messages come for urgent requests only, as often as you allow alerts, and at night only if you
        chose that. By turning them on, you agree that we give your number to the company that delivers them.
      </SmallPrint>
    </>
  )
}

function describe({ status, number }: TextMessages): string {
  if (status === 'off') return `We text a code to ${number} first. It shows that the phone is yours.`
  if (status === 'code-needed') return `A code is on its way to ${number}. It is valid for ten minutes.`
  if (status === 'number-changed')
    return `Your number is ${number} now. Confirm it to get text messages again.`
  return `Text messages go to ${number}.`
}

type CodeProps = {
  /** Whether somebody has just asked for the code. */
  isFocused: boolean
  isSending: boolean
  sendNewCode: () => void
  onConfirmed: (own: TextMessages) => void
}

/** Takes the code. Phones offer the one that has just arrived. */
function CodeForm({ isFocused, isSending, sendNewCode, onConfirmed }: CodeProps) {
  const form = useContractForm({
    schema: TextCodeForm,
    initial: { code: '' },
    send: body => call(confirmTextNumber, { body }),
    onSent: onConfirmed,
  })
  useEffect(() => {
    if (isFocused) form.ref.current?.querySelector('input')?.focus()
  }, [isFocused, form.ref])
  return (
    <Form
      form={form}
      action="Confirm number"
      variant="secondary"
      otherActions={
        <Button variant="quiet" isBusy={isSending} onClick={sendNewCode}>
          Send a new code
        </Button>
      }
    >
      <TextField
        label="Code from the text message"
        hint="Six digits"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        isRequired
        {...form.text('code')}
      />
    </Form>
  )
}
