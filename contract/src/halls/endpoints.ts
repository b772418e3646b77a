import * as z from 'zod/mini'
import { Donor, SAVING_MESSAGES } from '../donors/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, requiredLine } from '../forms.ts'

/** So few that a list of all is one reply, and one field to choose from. */
export const MAX_HALLS = 100

/** A hall of residence. Its name is that of no other one, whatever the case. */
export const Hall = z.object({ id: Id, name: z.string() })
export type Hall = z.infer<typeof Hall>

export const HallForm = z.strictObject({
  name: requiredLine('Hall Name', 60).check(z.overwrite(name => name.replace(/\s+/g, ' '))),
})
export type HallForm = z.output<typeof HallForm>

/** A hall as admins see it, with how many donor profiles have chosen it. */
export const HallRecord = z.extend(Hall, { donors: z.int() })
export type HallRecord = z.infer<typeof HallRecord>

export const listHalls = endpoint({
  method: 'GET',
  path: '/api/halls',
  access: 'signed-in',
  summary: 'The halls to choose from, by name.',
  reply: { status: 200, body: z.object({ halls: z.array(Hall) }) },
})

export const setOwnHall = endpoint({
  method: 'PATCH',
  path: '/api/donors/mine/hall',
  access: 'email-verified',
  ...SAVING_MESSAGES,
  summary: 'Choose my hall, or none. Nothing else in my profile changes.',
  body: z.strictObject({ hallId: z.nullable(Id) }),
  reply: { status: 200, body: Donor },
  refusals: ['donor-not-found', 'hall-gone'],
})

export const listHallRecords = endpoint({
  method: 'GET',
  path: '/api/admin/halls',
  access: 'admin',
  summary: 'All halls by name, with how many donors have chosen each.',
  reply: { status: 200, body: z.object({ halls: z.array(HallRecord) }) },
})

export const addHall = endpoint({
  method: 'POST',
  path: '/api/admin/halls',
  access: 'admin',
  summary: 'Add a hall.',
  body: HallForm,
  reply: { status: 201, body: Hall },
  refusals: ['hall-exists', 'too-many-halls'],
})

export const renameHall = endpoint({
  method: 'PATCH',
  path: '/api/admin/halls/:id',
  access: 'admin',
  summary: 'Rename a hall.',
  params: IdParams,
  body: HallForm,
  reply: { status: 200, body: Hall },
  refusals: ['hall-not-found', 'hall-exists'],
})

export const deleteHall = endpoint({
  method: 'DELETE',
  path: '/api/admin/halls/:id',
  access: 'admin',
  summary: 'Delete a hall. Its donors have none then, and the right of its coordinators ends.',
  params: IdParams,
  reply: { status: 204 },
  refusals: ['hall-not-found'],
})
