import { type BloodRequestForm, postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { addPosted } from '../../features/blood-requests/queries.ts'
import { deleteDraft, findDraft, saveDraft } from '../../forms/drafts.ts'
import { useActor } from '../../session/session.ts'

/** The last post without a reply, which may have reached the server. */
type LastPost = { content: string; key: string }
const LAST_POST = 'sent-request'

/**
 * Posts a request. If the reply was lost and the same request is sent again, also after a reload, it carries the same
 * idempotency key, so that the server does not store it twice.
 */
export function usePostBloodRequest() {
  const client = useQueryClient()
  const { id } = useActor()
  return async (bloodRequest: BloodRequestForm) => {
    const content = JSON.stringify(bloodRequest)
    const last = findDraft<LastPost>(id, LAST_POST)
    const key = last?.content === content && last.key ? last.key : newKey()
    saveDraft(id, LAST_POST, { content, key } satisfies LastPost)
    const posted = await call(postBloodRequest, { body: bloodRequest }, { idempotencyKey: key })
    deleteDraft(id, LAST_POST)
    addPosted(client, posted)
    return posted
  }
}

/** Browsers provide UUIDs only over https and on localhost; elsewhere a request is sent without a key. */
const newKey = () => crypto.randomUUID?.() ?? ''
