import {
  allowSecondAccount,
  changeRole,
  liftSuspension,
  listUsers,
  type SuspensionForm,
  suspendUser,
  type UserListing,
  type UserRecord,
} from '@blood-bank/contract/users/administration'
import { endCoordinator, nameCoordinator } from '@blood-bank/contract/users/coordinators'
import type { Coordination, Role, User } from '@blood-bank/contract/users/endpoints'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { changeCachedLists } from '../../lists/changes/optimistic-list.ts'
import { useSteadyList } from '../../lists/use-records.ts'
import { useActor } from '../../session/session.ts'

const LISTING = ['users', 'listing']
const ADMINS = ['users', 'admins']

/** All users with an admin's filters and sort order, page by page. */
export const useUserListing = (query: z.input<typeof UserListing>) =>
  useSteadyList({
    queryKey: [...LISTING, query],
    live: ['admin-users'],
    fetchPage: ({ after }, options) => call(listUsers, { query: { ...query, after } }, options),
    keepsPreviousRecords: true,
  })

/** Whether the actor is the only admin; false while unknown, as the server checks it anyway. */
export function useIsOnlyAdmin(): boolean {
  const actor = useActor()
  const admins = useQuery({
    queryKey: ADMINS,
    meta: { live: ['admin-users'] },
    queryFn: ({ signal }) => call(listUsers, { query: { role: 'admin', limit: 2 } }, { signal }),
  })
  return admins.data?.records.every(({ id }) => id === actor.id) ?? false
}

const showChanged = (client: QueryClient, changed: UserRecord) =>
  changeCachedLists(client, LISTING, [{ record: changed, after: changed }])

/** Assigns a role to a user and updates the cached lists. */
export async function assignRole(client: QueryClient, { user, role }: { user: User; role: Role }) {
  await showChanged(client, await call(changeRole, { params: { id: user.id }, body: { role } }))
  void client.invalidateQueries({ queryKey: ADMINS })
}

/** Suspends a user and updates the cached lists. */
export async function suspendUserAccount(client: QueryClient, { id }: User, body: SuspensionForm) {
  await showChanged(client, await call(suspendUser, { params: { id }, body }))
}

/** Lifts a suspension and updates the cached lists. */
export async function liftUserSuspension(client: QueryClient, { id }: User) {
  await showChanged(client, await call(liftSuspension, { params: { id } }))
}

/** Lets an account be verified although its mailbox has another one, and updates the cached lists. */
export async function allowSecondUserAccount(client: QueryClient, { id }: User) {
  await showChanged(client, await call(allowSecondAccount, { params: { id } }))
}

/** Makes a user a coordinator, or changes the right of one, and updates the cached lists. */
export async function nameUserCoordinator(client: QueryClient, { id }: User, body: Coordination) {
  await showChanged(client, await call(nameCoordinator, { params: { id }, body }))
}

/** Ends the right of a coordinator and updates the cached lists. */
export async function endUserAsCoordinator(client: QueryClient, { id }: User) {
  await showChanged(client, await call(endCoordinator, { params: { id } }))
}

/** Refetches everything about users. */
export const refreshUsers = (client: QueryClient) => client.invalidateQueries({ queryKey: ['users'] })
