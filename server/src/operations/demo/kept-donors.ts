import { randomUUID } from 'node:crypto'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { CallResult } from '@blood-bank/contract/kept-donors/calls'
import type { ConsentKind } from '@blood-bank/contract/kept-donors/kept-donor'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import type { Insertable } from 'kysely'
import { expiryOfKept } from '../../features/kept-donors/store.ts'
import { beginReveal, recordSingleReveal } from '../../features/offers/contact-ledger/store.ts'
import type { Transaction } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { dayOf, daysBefore } from './days.ts'
import { LOGINS } from './logins.ts'
import type { DemoMember } from './members.ts'
import type { OwnedBloodRequest } from './offers.ts'
import { drawContactNumber } from './people.ts'
import { createRandom } from './random.ts'

const SEED = 65
const HALLS = ['Banyan Hall', 'River Hall', 'Hilltop Hall']

type More = {
  batch?: string
  donatedDaysAgo?: number
  restsForDays?: number
  /** Two of the canteen share a phone. */
  askFor?: string
  /** Whoever kept them has left. */
  isKeptByNobody?: true
  /** What came of the call of this evening, for the request of the demo donor. */
  called?: CallResult
}

/** Name, group, hall, how they agreed (null: asked by a text message, without an answer), days ago, department. */
type Kept = [string, BloodGroup, number, ConsentKind | null, number, string, More?]

const KEPT: Kept[] = [
  ['Kuddus Bepari', 'A+', 0, 'said', 1, 'Canteen'],
  ['Rafiq Mia', 'B+', 0, 'paper', 40, 'Canteen', { askFor: 'Rafiq' }],
  ['Morsheda Begum', 'O+', 0, 'paper', 40, 'Canteen', { askFor: 'Morsheda', called: 'no-answer' }],
  ['Tuhin Mondal', 'O+', 0, 'said', 90, 'Law', { batch: '21', donatedDaysAgo: 210, called: 'not-today' }],
  ['Shanta Biswas', 'A+', 0, 'text', 12, 'English', { batch: '22', called: 'coming' }],
  ['Habib Sikder', 'A-', 0, 'said', 300, 'Pharmacy', { batch: '19', isKeptByNobody: true }],
  ['Lipi Mandal', 'A+', 0, null, 0, 'Law', { batch: '23' }],
  ['Jamal Fakir', 'AB+', 0, 'said', 150, 'Library', { donatedDaysAgo: 30 }],
  ['Mizan Talukder', 'O-', 1, 'paper', 200, 'English', { batch: '20' }],
  ['Runa Khanom', 'B+', 1, 'text', 25, 'Law', { batch: '22', donatedDaysAgo: 400 }],
  ['Polash Dewan', 'O+', 1, 'said', 60, 'Pharmacy', { batch: '21', restsForDays: 9 }],
  ['Keya Majumder', 'A+', 2, 'paper', 80, 'English', { batch: '20' }],
  ['Bablu Sheikh', 'B-', 2, 'said', 500, 'Canteen', { isKeptByNobody: true }],
]

type Campus = { members: readonly DemoMember[]; bloodRequests: readonly OwnedBloodRequest[]; now: Date }

/** Draws the halls, their coordinators, and the donors whom the club keeps. Nothing else of the campus depends on it. */
export function drawClub({ members, bloodRequests, now }: Campus) {
  const random = createRandom(SEED)
  const halls = HALLS.map(name => ({ id: random.uuid(), name }))
  const coordinator = members.find(({ email }) => email === LOGINS.coordinator.email)
  const colleague = members.findLast(({ donor }) => donor?.isProfileActive)
  if (!coordinator || !colleague) throw new Error('The campus has no coordinators.')
  const rightOf = ({ id }: DemoMember, hallId: string | null) => {
    return { userId: id, hallId, namedAt: daysBefore(now, 90), endsAt: daysBefore(now, -200) }
  }
  const numbers = new Map<string, string>()

  const keptDonors = KEPT.map(
    ([fullName, bloodGroup, hall, consentKind, daysAgo, department, more = {}]): Insertable<
      Schema['keptDonors']
    > => {
      const { batch = null, askFor = null, donatedDaysAgo, restsForDays, isKeptByNobody } = more
      const phone = askFor === null ? fullName : department
      const contactNumber = numbers.get(phone) ?? drawContactNumber(random)
      numbers.set(phone, contactNumber)
      const at = daysBefore(now, daysAgo)
      return {
        ...{ fullName, bloodGroup, department, batch, askFor, contactNumber, consentKind, importedAt: at },
        id: random.uuid(),
        hallId: halls[hall]?.id ?? null,
        lastDonationDate: donatedDaysAgo === undefined ? null : dayOf(daysBefore(now, donatedDaysAgo)),
        restsUntil: restsForDays === undefined ? null : dayOf(daysBefore(now, -restsForDays)),
        keptBy: isKeptByNobody ? null : (hall === 0 ? coordinator : colleague).id,
        // Those of the last days get a text message from the demo, with the link of their page.
        toldAt: daysAgo > 1 ? at : null,
        ...(consentKind === null
          ? { state: 'waiting', expiresAt: daysBefore(now, -RETENTION.importedDonorDays) }
          : { state: 'agreed', consentedAt: at, expiresAt: expiryOfKept(at) }),
      }
    },
  )
  const asked = bloodRequests.find(
    ({ owner, status }) => owner.email === LOGINS.donor.email && status === 'active',
  )
  if (!asked) throw new Error('The demo donor has no active request.')
  const calls = KEPT.flatMap(([, , , , , , more], nth) => {
    const keptDonorId = keptDonors[nth]?.id
    if (!more?.called || !keptDonorId) return []
    const calledAt = new Date(now.getTime() - (40 - 4 * nth) * MINUTE_MS)
    return [
      { keptDonorId, callerId: coordinator.id, bloodRequestId: asked.id, calledAt, result: more.called },
    ]
  })
  const coordinators = [rightOf(coordinator, halls[0]?.id ?? null), rightOf(colleague, null)]
  const contact = { contactNumber: coordinator.donor?.form.contactNumber ?? null, viewerId: asked.owner.id }
  return { halls, coordinators, keptDonors, calls, contact }
}

/** Stores the coordinators, the kept donors and their calls; the halls are stored before the members. */
export async function storeClub(
  db: Transaction,
  { coordinators, keptDonors, calls, contact }: ReturnType<typeof drawClub>,
): Promise<void> {
  await db.insertInto('coordinators').values(coordinators).execute()
  await db.insertInto('keptDonors').values(keptDonors).execute()
  for (const { calledAt, ...call } of calls) {
    const { keptDonorId, callerId, bloodRequestId, result } = call
    const looked = { bloodRequestId, ownerId: keptDonorId, viewerId: callerId, now: calledAt }
    await recordSingleReveal(db, { ...looked, occasion: 'coordinator' })
    await db
      .insertInto('auditEntries')
      .values({
        actorId: callerId,
        action: 'donor-called',
        targetId: keptDonorId,
        before: null,
        after: null,
        at: calledAt,
      })
      .execute()
    const isComing = result === 'coming'
    const revealId = isComing ? randomUUID() : null
    const shown = { revealId, contactNumber: isComing ? contact.contactNumber : null }
    await db
      .insertInto('donorCalls')
      .values({ ...call, ...shown, calledAt, notedAt: calledAt })
      .execute()
    if (revealId)
      await beginReveal(db, {
        ...{ revealId, bloodRequestId, ownerId: callerId, viewerId: contact.viewerId },
        occasion: 'club-contact',
      })
  }
}
