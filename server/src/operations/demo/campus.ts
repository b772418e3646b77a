import { type DemoBloodRequest, drawBloodRequest } from './blood-requests.ts'
import { LOGINS } from './logins.ts'
import { type DemoMember, drawDonorMember, drawMemberWithoutProfile, loginMembers } from './members.ts'
import { createRandom } from './random.ts'

const SEED = 1901
const SIZES = { donors: 200, membersWithoutProfile: 25, bloodRequests: 40 }

/** The first requests belong to the demo donor, one in each status. */
const REQUESTS_OF_KNOWN_DONOR = 3

export type Campus = {
  members: DemoMember[]
  bloodRequests: (DemoBloodRequest & { owner: DemoMember })[]
}

type CampusOptions = { now: Date; seed?: number; sizes?: typeof SIZES }

/** Draws all members and blood requests of the demo; the same for the same seed, time and sizes. */
export function drawCampus({ now, seed = SEED, sizes = SIZES }: CampusOptions): Campus {
  const random = createRandom(seed)
  const { donors, membersWithoutProfile } = sizes
  const members = loginMembers(random, now)
  for (let nth = 1; nth < donors; nth += 1) members.push(drawDonorMember(random, { nth, now }))
  for (let nth = donors; nth < donors + membersWithoutProfile; nth += 1)
    members.push(drawMemberWithoutProfile(random, { nth, now }))

  const bloodRequests = Array.from({ length: sizes.bloodRequests }, (_, nth) => {
    const bloodRequest = drawBloodRequest(random, { nth, now })
    const owners = members.filter(member =>
      nth < REQUESTS_OF_KNOWN_DONOR
        ? member.email === LOGINS.donor.email
        : member.emailVerified && member.createdAt < bloodRequest.requestedAt,
    )
    return { ...bloodRequest, owner: random.pick(owners) }
  })
  return { members, bloodRequests }
}
