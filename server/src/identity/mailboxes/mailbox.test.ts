import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeUser } from '../../testing/stored.ts'
import { mailboxOf } from './mailbox.ts'

const { db } = await createTestDatabase()

test.each([
  ['rima@example.edu', 'rima@example.edu'],
  ['rima+blood@example.edu', 'rima@example.edu'],
  ['rima+a+b@example.edu', 'rima@example.edu'],
  ['rima+@example.edu', 'rima@example.edu'],
  ['rima.zaman+1@mail.example.edu', 'rima.zaman@mail.example.edu'],
  ['rimazaman@mail.example.edu', 'rimazaman@mail.example.edu'],
  ["o'brien_-+x'y@example.edu", "o'brien_-@example.edu"],
  ['+rima@example.edu', '+rima@example.edu'],
  ['+rima+1@example.edu', '+rima+1@example.edu'],
  ['++@example.edu', '++@example.edu'],
])('the mailbox of %s is %s, for the server and the database', async (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
  expect((await storeUser(db, { email })).mailbox).toBe(mailbox)
})

test('the mailbox follows the address of an account', async () => {
  const { id } = await storeUser(db, { email: 'badal+1@example.edu' })
  await sql`update users set email = 'abir+1@example.edu' where id = ${id}`.execute(db)
  const { rows } = await sql`select mailbox from users where id = ${id}`.execute(db)
  expect(rows).toEqual([{ mailbox: 'abir@example.edu' }])
})
