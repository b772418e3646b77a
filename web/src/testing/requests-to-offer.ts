import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { screen, within } from '@testing-library/react'
import { aBloodRequest, aDonor, aPage, aUser } from './builders.ts'
import { findRequestCard, renderPage } from './render-page.tsx'
import { type Reply, replying } from './replies.ts'

const OTHER_USER = '0192f0c1-0000-7000-8000-000000000099'
export const FATEMA = aBloodRequest({
  id: '0192f0c1-0000-7000-8000-0000000000ab',
  userId: OTHER_USER,
  patientName: 'Fatema Begum',
  requiredBloodGroup: 'O+',
  contactPerson: 'Tasnim Khatun',
})
export const NASIM = aBloodRequest({
  id: '0192f0c1-0000-7000-8000-0000000000ac',
  userId: OTHER_USER,
  patientName: 'Nasim Khan',
  requiredBloodGroup: 'A-',
})
const OWN = aBloodRequest({ requiredBloodGroup: 'O+' })
export const DONOR = replying(readOwnDonor, { donor: aDonor() })

export const listing = (...records: (typeof FATEMA)[]) => replying(listActiveBloodRequests, aPage(records))

/** Opens the list as a donor of group O+ unless the replies say otherwise. */
export const openRequestsPage = (replies: Reply[] = [DONOR], user = aUser()) =>
  renderPage('/view-requests', {
    user,
    replies: [
      ...replies,
      ...(replies.some(({ endpoint }) => endpoint === listActiveBloodRequests)
        ? []
        : [listing(FATEMA, NASIM, OWN)]),
    ],
  })

export const findCard = async (name: string) => within(await findRequestCard(name))
/** The button of the request for Fatema Begum. */
export const findButton = async () =>
  (await findCard('Fatema Begum')).findByRole('button', { name: 'I can donate' })
export const queryButtons = () => screen.queryAllByRole('button', { name: 'I can donate' })
