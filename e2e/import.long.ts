import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { linkIn, mailTo } from './testing/mailbox.ts'
import { runImport, sharedProduct } from './testing/product.ts'
import { becomeMember, newAddress, PASSWORD } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

const SUBJECT = /^You are on a list of blood donors/

const HEADINGS = 'Name,Student ID,Role,Dept,Blood group,Mobile No.,E-mail,Last donated'

/** Imports people with their addresses, as an operator does. @returns what the command said */
async function importPeople(people: { name: string; email: string }[]) {
  const file = join(sharedProduct.dataDir, `list-${process.pid}.csv`)
  const lines = people.map(
    ({ name, email }) => `${name},${name},Student,Physics,B (-),01712-345678,${email},13/04/2025`,
  )
  await writeFile(file, [HEADINGS, ...lines].join('\n'))
  try {
    return await runImport(sharedProduct.dataDir, file)
  } finally {
    await rm(file)
  }
}

/** Whether a search of a signed-in member finds somebody. */
const finds = async ({ page }: Visitor, name: string) =>
  (await page.evaluate(async () => (await fetch('/api/donors?bloodGroup=B-')).text())).includes(name)

test('a person on an imported list claims the profile on a phone, and members find them only afterwards', async ({
  aVisitor,
}) => {
  const email = newAddress('listed')
  const people = [{ name: 'Rumana Listed', email }]
  expect(await importPeople(people)).toContain(`Line 2: imported. ${email}, B-, +8801712345678`)
  expect(await importPeople(people)).toContain(`Line 2: left out. ${email} was imported already`)
  const mail = await mailTo(email, SUBJECT)
  const member = await aVisitor()
  await becomeMember(member, newAddress('searching'))
  await member.open('/find-donors')
  expect(await finds(member, 'Rumana')).toBe(false)

  const person = await aVisitor(PHONE)
  await person.open(linkIn(mail))
  await person.heading('What the list says about you')
  expect(await person.field('Contact Number').inputValue()).toBe('01712-345678')
  await person.field('Full Name').fill('Rumana Corrected')
  await person.field('Password').fill(PASSWORD)
  await person.press('Yes, register me as a donor')
  await person.comesTo('/dashboard')
  await person.sees('You are a donor now. Thank you.')
  await person.sees('Rumana Corrected')
  await person.page.goBack()
  expect(person.page.url()).not.toContain('/claim')
  expect(await finds(member, 'Rumana Corrected')).toBe(true)
})

test('a person on an imported list erases what it says with two presses', async ({ aVisitor }) => {
  const email = newAddress('unwilling')
  await importPeople([{ name: 'Unwilling Listed', email }])
  const link = linkIn(await mailTo(email, SUBJECT))
  const person = await aVisitor(PHONE)
  await person.open(link)
  await person.press('No, erase this')
  await person.press('Erase it')
  await person.sees('The entry is erased,')
  const again = await importPeople([{ name: 'Unwilling Listed', email }])
  expect(again).toContain(`Line 2: left out. ${email} was asked before`)
  person.expects(/^400 POST \/api\/claims\/lookups$/)
  await person.open('/')
  await person.open(link)
  await person.heading("This link can't be used any more")
})
