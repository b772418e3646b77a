import { needsPlatelets } from '@blood-bank/contract/blood-requests/descriptions'
import type { readSharedBloodRequest } from '@blood-bank/contract/blood-requests/share-pages'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { Component } from '@blood-bank/contract/donors/components'
import { READ_SHARED_BLOOD_REQUEST } from '@blood-bank/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { type To, useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { Badge } from '../../ui/records/badge.tsx'
import styles from './waiting-request.module.css'

/** The state of a link to a page that leads back to a request afterwards. */
export type WayToRequest = {
  returnTo: To
  waiting?: { requiredBloodGroup: BloodGroup; component: Component; hospital: string | null }
}

/**
 * The request for which a visitor of its public page registers or signs in, or a member registers as a donor
 * (`WayToRequest`). The public page leads to `/register?request=<id>&shared=<code>`. The server, which does not render the
 * request, leaves the space for it.
 */
export function WaitingRequest() {
  const { search, state } = useLocation()
  const code = new URLSearchParams(search).get('shared')
  const { data, isError } = useQuery({
    queryKey: ['shared-blood-request', code],
    queryFn: ({ signal }) =>
      call<typeof readSharedBloodRequest>(
        READ_SHARED_BLOOD_REQUEST,
        { params: { code: code ?? '' } },
        { signal },
      ),
    enabled: Boolean(code),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const waiting: WayToRequest['waiting'] = data ?? state?.waiting
  return (
    <span className={styles.request} data-shown={code !== null || waiting !== undefined || undefined}>
      {waiting && (
        <>
          <Badge tone="blood">{waiting.requiredBloodGroup}</Badge>
          <span>
            <strong className={styles.place}>{waiting.hospital ?? 'A patient'}</strong> is waiting
            {needsPlatelets(waiting) && ' for platelets'}. You come back to it.
          </span>
        </>
      )}
      {isError && <span>Somebody else may need you: you find all requests after signing in.</span>}
    </span>
  )
}
