import { requiredGroupOf } from '@blood-bank/contract/blood-requests/descriptions'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { type BloodRequestForm, postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/refusal.ts'
import { addPosted } from '../../features/blood-requests/queries.ts'
import { deleteDraft, findDraft, saveDraft } from '../../forms/drafts.ts'
import { useActor } from '../../session/session.ts'
import { Link } from '../../ui/controls/link.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useConfirmation } from '../../ui/dialogs/use-confirmation.ts'
import { Stack } from '../../ui/layout/stack.tsx'
import { Facts } from '../../ui/records/facts.tsx'

/** The last post without a reply, which may have reached the server. */
type LastPost = { content: string; key: string }
const LAST_POST = 'sent-request'

/** Browsers provide UUIDs only over https and on localhost; elsewhere a request is sent without a key. */
const newKey = () => crypto.randomUUID?.() ?? ''

/** Posts a request, and asks what somebody means before it is posted. */
export function usePosting() {
  const client = useQueryClient()
  const { id } = useActor()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { isOpen, ask, confirm, cancel, close } = useConfirmation()

  /**
   * If the reply was lost and the same request is sent again, also after a reload, it carries the same idempotency key, so
   * that the server does not store it twice.
   */
  async function post(bloodRequest: BloodRequestForm) {
    const content = JSON.stringify(bloodRequest)
    const last = findDraft<LastPost>(id, LAST_POST)
    const key = last?.content === content && last.key ? last.key : newKey()
    saveDraft(id, LAST_POST, { content, key } satisfies LastPost)
    const posted = await call(postBloodRequest, { body: bloodRequest }, { idempotencyKey: key })
    deleteDraft(id, LAST_POST)
    addPosted(client, posted)
    return posted
  }

  /** Posts a request, again after each yes. @throws the refusal after a no */
  async function postOrAsk(
    bloodRequest: BloodRequestForm,
    onHospitalConfirmed: () => void,
  ): Promise<BloodRequest> {
    try {
      return await post(bloodRequest)
    } catch (error) {
      const code = CODES.find(code => isRefusal(error, code))
      if (code === undefined || bloodRequest[QUESTIONS[code].field]) throw error
      setAsked({ code, message: (error as Error).message, bloodRequest })
      if (!(await ask())) throw error
      close()
      if (code === 'hospital-has-patient-name') onHospitalConfirmed()
      return postOrAsk({ ...bloodRequest, [QUESTIONS[code].field]: true }, onHospitalConfirmed)
    }
  }

  const question = isOpen && asked && <Question asked={asked} onConfirm={confirm} onClose={cancel} />
  return { post, postOrAsk, question }
}

type Asked = { code: keyof typeof QUESTIONS; message: string; bloodRequest: BloodRequestForm }

/** What the refusals ask, each with the field that says yes to it. */
const QUESTIONS = {
  'similar-request-active': {
    field: 'isAnotherRequest',
    title: 'Post another request?',
    confirm: 'Post another request',
    keep: "Don't post",
    text: () => (
      <>
        You already have an active request that looks the same. You can find it on{' '}
        <Link to="/dashboard">your dashboard</Link>.
      </>
    ),
    factsOf: (bloodRequest: BloodRequestForm) => ({
      'Patient Name': bloodRequest.patientName,
      'Blood Group': requiredGroupOf(bloodRequest),
      Hospital: bloodRequest.hospitalName,
    }),
  },
  'hospital-has-patient-name': {
    field: 'isHospitalName',
    title: "Is this the hospital's name?",
    confirm: 'That is its name',
    keep: 'Change it',
    text: (message: string): ReactNode => message,
    factsOf: (bloodRequest: BloodRequestForm) => ({ Hospital: bloodRequest.hospitalName }),
  },
} as const

const CODES = Object.keys(QUESTIONS) as Asked['code'][]

type QuestionProps = { asked: Asked; onConfirm: () => void; onClose: () => void }

function Question({ asked: { code, message, bloodRequest }, ...on }: QuestionProps) {
  const { title, confirm, keep, text, factsOf } = QUESTIONS[code]
  return (
    <ConfirmDialog title={title} confirm={confirm} keep={keep} variant="primary" {...on}>
      <Stack>
        <p>{text(message)}</p>
        <Facts facts={factsOf(bloodRequest)} />
      </Stack>
    </ConfirmDialog>
  )
}
