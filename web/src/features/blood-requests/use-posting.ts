import { type BloodRequestForm, postBloodRequest } from '@blood-bank/contract/blood-requests'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { refreshBloodRequests } from './queries.ts'

/**
 * Posts a request. When the answer was lost and the same is sent again, it has the same key, and the server
 * knows it for the same request.
 */
export function usePosting() {
  const client = useQueryClient()
  const last = useRef({ content: '', key: '' })
  return async (bloodRequest: BloodRequestForm) => {
    const content = JSON.stringify(bloodRequest)
    if (last.current.content !== content) last.current = { content, key: newKey() }
    await call(postBloodRequest, { body: bloodRequest }, { idempotencyKey: last.current.key })
    void refreshBloodRequests(client)
  }
}

/** Browsers make UUIDs only over https and on localhost; elsewhere a request is sent without a key. */
const newKey = () => crypto.randomUUID?.() ?? ''
