import { type BloodRequestForm, postBloodRequest } from '@blood-bank/contract/blood-requests'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dropDraft, findDraft, keepDraft } from '../../forms/drafts.ts'
import { useActor } from '../../session/session.ts'
import { refreshBloodRequests } from './queries.ts'

/** What was sent last and not answered: it may have arrived. */
type Sent = { content: string; key: string }
const SENT = 'sent-request'

/**
 * Posts a request. When the answer was lost and the same is sent again, also after a reload, it has the same key, and
 * the server knows it for the same request.
 */
export function usePosting() {
  const client = useQueryClient()
  const { id } = useActor()
  return async (bloodRequest: BloodRequestForm) => {
    const content = JSON.stringify(bloodRequest)
    const last = findDraft<Sent>(id, SENT)
    const key = last?.content === content && last.key ? last.key : newKey()
    keepDraft(id, SENT, { content, key } satisfies Sent)
    await call(postBloodRequest, { body: bloodRequest }, { idempotencyKey: key })
    dropDraft(id, SENT)
    void refreshBloodRequests(client)
  }
}

/** Browsers make UUIDs only over https and on localhost; elsewhere a request is sent without a key. */
const newKey = () => crypto.randomUUID?.() ?? ''
