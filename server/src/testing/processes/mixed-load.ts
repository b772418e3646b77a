import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import {
  closeBloodRequest,
  deleteBloodRequest,
  listActiveBloodRequests,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readOverview } from '@blood-bank/contract/campus/overview'
import {
  readOwnDonor,
  registerDonor,
  searchDonors,
  updateOwnDonor,
} from '@blood-bank/contract/donors/endpoints'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { listUsers } from '@blood-bank/contract/users/endpoints'
import { aBloodRequest, aDonor } from '../builders.ts'
import { newAdminOf, newMemberOf } from '../members.ts'
import type { Person, Reply } from '../person.ts'
import type { RunningProduct } from '../running-product.ts'
import { PASSWORD } from '../test-app.ts'

const MEMBERS = 8
const PAUSE_MS = 5
const GROUPS = ['O+', 'A+', 'B+', 'AB+', 'O-', 'A-', 'B-', 'AB-'] as const
/** A sign-in costs as much as hundreds of other calls and is rare in practice. */
const ROUNDS_PER_SIGN_IN = 10

/** The calls of one minute. */
type Minute = { durationsMs: number[]; faults: string[] }

/**
 * Members and an admin use the product as on a busy day: they read, search, post, close, delete, edit and sign in
 * again. Posts are deleted, so that the last minute has the same load as the first.
 * @param afterMinute receives the calls of each minute when it is over
 */
export async function runMixedLoad(
  product: RunningProduct,
  minutes: number,
  afterMinute: (minute: Minute) => void,
): Promise<void> {
  const admin = await newAdminOf(product)
  const members: Person[] = []
  for (let member = 0; member < MEMBERS; member += 1) members.push(await newMemberOf(product))
  let isOver = false
  let minute: Minute = { durationsMs: [], faults: [] }

  const timed = async <T>(act: Promise<Reply<T>>): Promise<Reply<T>> => {
    const begunAt = performance.now()
    const reply = await act
    minute.durationsMs.push(performance.now() - begunAt)
    if (reply.status >= 400) minute.faults.push(`${reply.status} ${reply.error?.message}`)
    await pause(PAUSE_MS)
    return reply
  }

  const useAsMember = async (member: Person, at: number) => {
    const bloodGroup = GROUPS[at % GROUPS.length] ?? 'O+'
    await timed(member.call(registerDonor, { body: aDonor({ bloodGroup }) }))
    for (let round = 0; !isOver; round += 1) {
      await timed(member.send('GET', '/'))
      await timed(member.call(readSession))
      for (const group of GROUPS) await timed(member.call(searchDonors, { query: { bloodGroup: group } }))
      const { body } = await timed(member.call(postBloodRequest, { body: aBloodRequest() }))
      await timed(member.call(listActiveBloodRequests, { query: {} }))
      await timed(member.call(listOwnBloodRequests, { query: {} }))
      const params = { id: body.id }
      await timed(member.call(closeBloodRequest, { params, body: { status: 'fulfilled' } }))
      await timed(member.call(deleteBloodRequest, { params }))
      await timed(member.call(updateOwnDonor, { body: aDonor({ bloodGroup, isAvailable: round % 2 === 0 }) }))
      await timed(member.call(readOwnDonor))
      if (round % ROUNDS_PER_SIGN_IN === at)
        await timed(member.call(signIn, { body: { email: member.user?.email ?? '', password: PASSWORD } }))
    }
  }
  const useAsAdmin = async () => {
    while (!isOver) {
      await timed(admin.call(readOverview))
      await timed(admin.call(listUsers, { query: { search: 'member' } }))
    }
  }
  const countMinutes = async () => {
    for (let count = 0; count < minutes; count += 1) {
      await pause(60_000)
      const past = minute
      minute = { durationsMs: [], faults: [] }
      afterMinute(past)
    }
    isOver = true
  }
  await Promise.all([countMinutes(), useAsAdmin(), ...members.map(useAsMember)])
}
