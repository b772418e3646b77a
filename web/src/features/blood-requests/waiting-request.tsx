import { READ_SHARED_BLOOD_REQUEST } from '@blood-bank/contract/addresses'
import type { readSharedBloodRequest } from '@blood-bank/contract/blood-requests/share-pages'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useIsHydrated } from '../../ui/browser/after-hydration.tsx'
import { BloodGroupBadge } from '../../ui/records/blood-group-badge.tsx'
import styles from './waiting-request.module.css'

/**
 * The request for which a visitor of its public page registers or signs in. The public page leads to
 * `/register?request=<id>&shared=<code>#shared`: the hash reserves the space before any script runs (`:target`).
 */
export function WaitingRequest() {
  const [query] = useSearchParams()
  const isHydrated = useIsHydrated()
  const code = isHydrated ? query.get('shared') : null
  const { data, isError } = useQuery({
    queryKey: ['shared-blood-request', code],
    queryFn: ({ signal }) =>
      call<typeof readSharedBloodRequest>(
        READ_SHARED_BLOOD_REQUEST,
        { params: { code: code ?? '' } },
        { signal },
      ),
    enabled: code !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <span id="shared" className={styles.request} data-shown={code !== null || undefined}>
      {data && (
        <>
          <BloodGroupBadge>{data.requiredBloodGroup}</BloodGroupBadge>
          <span>
            <strong className={styles.place}>{data.hospital ?? 'A patient'}</strong> is waiting. You come back
            to it.
          </span>
        </>
      )}
      {isError && 'Somebody else may need you: you find all requests after signing in.'}
    </span>
  )
}
