import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DAY_MS } from '@blood-bank/contract/durations'
import { afterAll, describe, expect, test } from 'vitest'
import { createOptOuts, removeOldOptOuts } from '../../features/kept-donors/opt-outs.ts'
import { stopNumber } from '../../features/kept-donors/stops.ts'
import { inTransaction } from '../../platform/database/connection.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeCoordinator, storeDonor, storeImportedDonor, storeUser } from '../../testing/stored.ts'
import { AUTH_SECRET } from '../../testing/test-app.ts'
import { UsageError } from '../process/arguments.ts'
import { checkFile, IMPORT, importFile, readArguments } from './import-command.ts'
import type { ReadingOptions } from './read-donor.ts'
import { describeNext, reportResults } from './report.ts'

const { db } = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'import-'))
afterAll(() => rm(folder, { recursive: true }))

const HEADINGS = 'Mobile No.,Blood group,Name,E-mail,Dept,Student ID,Role,Last donated (DD/MM/YYYY),Remarks'

const optOuts = createOptOuts(AUTH_SECRET)
const NOW = new Date('2026-11-22T10:00:00Z')

async function run(
  command: typeof checkFile,
  lines: string[],
  more: Partial<ReadingOptions & { now: Date }> = {},
) {
  const file = join(folder, `${randomUUID()}.csv`)
  await writeFile(file, lines.join('\n'))
  const { ignored, results } = await command(db, file, {
    order: null,
    today: '2026-11-22',
    country: 'BD',
    allowedEmailDomains: [],
    timeZone: 'Asia/Dhaka',
    now: NOW,
    optOuts,
    ...more,
  })
  return { ignored, results, report: reportResults(results, command === checkFile ? 'dryRun' : 'import') }
}

const check = (lines: string[], more: Partial<ReadingOptions> = {}) => run(checkFile, lines, more)

test('the result of every line is listed, with columns in any order', async () => {
  await storeUser(db, { email: 'member@example.edu', emailVerified: true })
  await storeUser(db, { email: 'karim@example.edu' })
  const { userId } = await storeDonor(db, { universityId: 'EEE 2019/7' })
  const { email: donorEmail } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { ignored, report } = await check([
    HEADINGS,
    '01712-345678,B-ve,Rima Akter,Rima@Example.edu,CSE,CSE-1,student,13/04/2025,met at the fair',
    '1812345678,O,Nadia,nadia@example.edu,CSE,CSE-2,Teacher,,',
    ',A+ve?,,nadia at example,CSE,-,dean,03/04/2025,',
    '০১৭১২৩৪৫৬৭৮,O Positive,Karim,karim@example.edu,EEE,EEE-1,Staff / Employee,never,',
    '+880 1712 345678,B (-),Rima Akter,rima@example.edu,CSE,CSE-1,Student,2025-04-13,again',
    '1812345678,AB+,Tania,tania@example.edu,CSE,CSE-3,student,,',
    '1812345678,AB-,Tania,tania@example.edu,CSE,CSE-3,student,,',
    '1812345678,AB+,Salma,member@example.edu,CSE,CSE-4,student,,',
    `1812345678,AB+,Salma,${donorEmail},CSE,CSE-5,student,,`,
    '1812345678,AB+,Salma,other@example.edu,EEE,eee-2019-7,student,,',
    '12345,A+,Jamal,jamal@example.edu,CSE,CSE-6,student,,',
    '1812345678,A+,Akter, Rima,a@example.edu,CSE,CSE-7,student,,,',
  ])
  expect(ignored).toEqual(['Remarks'])
  expect(report).toEqual([
    'Line 2: ready. rima@example.edu, B-, +8801712345678, donated 2025-04-13. Line 5 has the same Contact Number.',
    'Line 3: refused. Blood Group “O” cannot be read in exactly one way. Ask the donor, and write for instance B+ or B-.',
    'Line 4: refused. “nadia at example” is not a valid email address. Full Name is required. University ID “-” has no letters or digits. Role “dean” must be student, faculty or staff. Blood Group “A+ve?” cannot be read in exactly one way. Ask the donor, and write for instance B+ or B-. Contact Number is required. Last Donation: “03/04/2025” could be 2025-04-03 or 2025-03-04. Say which with --dates day-first or --dates month-first.',
    'Line 5: ready. karim@example.edu, O+, +8801712345678, no donation. Lines 2, 6 have the same Contact Number.',
    'Line 6: repeats line 2.',
    'Line 7: refused. Line 8 has the same address or University ID with other values, or values that cannot be read. Keep the line that is right.',
    'Line 8: refused. Line 7 has the same address or University ID with other values, or values that cannot be read. Keep the line that is right.',
    'Line 9: left out. member@example.edu has an account already, and can register as a donor there.',
    `Line 10: left out. ${donorEmail} is registered as a donor already.`,
    'Line 11: left out. A donor with the University ID eee-2019-7 is registered with another address already.',
    'Line 12: ready. jamal@example.edu, A+, 12345, no donation. Contact Number 12345 is not a complete number; it stays as written.',
    'Line 13: refused. It has more values than there are columns. A value that contains the separator must be in quotation marks.',
    '',
    '3 can be imported, 5 refused, 1 repeated, 3 known already.',
  ])
  expect(await db.selectFrom('keptDonors').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('a line about somebody of whom another line cannot be read is refused', async () => {
  const { report } = await check([
    HEADINGS,
    '01712345678,B-,Rima,rima@example.edu,CSE,CSE-9,student,,',
    '01712345678,O,Rima,RIMA@example.edu,CSE,CSE-10,student,,',
    '01712345678,O,Rima,another@example.edu,CSE,cse 9,student,,',
  ])
  expect(report[0]).toBe(
    'Line 2: refused. Lines 3, 4 have the same address or University ID with other values, or values that cannot be read. Keep the line that is right.',
  )
})

test('a long file in which all lines have one University ID, or say the same, is read in seconds', {
  timeout: 60_000,
}, async () => {
  const alike = Array.from(
    { length: 8_000 },
    (_, at) => `01712345678,A+,Donor ${at},n${at}@example.edu,CSE,N/A,student,,`,
  )
  const { report } = await check([HEADINGS, ...alike])
  expect(report[7_999]).toMatch(/^Line 8001: refused\. Lines 2, 3, 4, 5, 6 and others have the same address/)
  const { report: repeated } = await check([HEADINGS, ...Array(8_000).fill(alike[0])])
  expect(repeated[7_999]).toBe('Line 8001: repeats line 2.')
})

const CHANGED = 'was changed by the spreadsheet. Format the column as'

test('a value that a spreadsheet has destroyed is refused as such in every column, and marks that nobody sees are removed', async () => {
  const { report } = await check([
    HEADINGS,
    '########,#NAME?,#REF!,#N/A,01-Mar-24,2.01933E+09,#VALUE!,#####,',
    '"1,71E+09",A+,Rima,r@example.edu,#REF!,1-Mar,student,2025-04-13,',
    '1712345675.0,A+,Rima,r2@example.edu,CSE,2019331042.0,student,,',
    '01712345675 / 01812345675,A+,Rima,r3@example.edu,CSE,CSE-31,student,,',
    '\u202a০১৭১২৩৪৫৬৭৮\u202c,Ａ＋,Ri\u200bma,\u200bR4@example.edu.,CSE\u00ad,CSE-৩২.,student\u200e,১৩/০৪/২০২৫,',
  ])
  expect(report.slice(0, 5)).toEqual([
    `Line 2: refused. ${[
      ['Email', '#N/A'],
      ['Full Name', '#REF!'],
      ['University ID', '2.01933E+09'],
      ['Role', '#VALUE!'],
      ['Department', '01-Mar-24'],
      ['Blood Group', '#NAME?'],
      ['Contact Number', '########'],
      ['Last Donation', '#####', 'dates'],
    ]
      .map(
        ([label, value, format = 'text']) =>
          `${label} “${value}” ${CHANGED} ${format}, enter the value again, and save the file.`,
      )
      .join(' ')}`,
    expect.stringMatching(
      /ID “1-Mar” was changed.*Department “#REF!” was changed.*Number “1,71E\+09” was changed/,
    ),
    expect.stringMatching(/ID “2019331042\.0” was changed.*Number “1712345675\.0” was changed/),
    'Line 5: refused. Contact Number must be one number. Leave out the others, and write an extension as in “ext. 12”. It is “01712345675 / 01812345675”.',
    'Line 6: ready. r4@example.edu, A+, +8801712345678, donated 2025-04-13.',
  ])
})

test('line breaks and control characters of a cell do not reach the terminal', async () => {
  const { report } = await check([
    HEADINGS,
    '01712345678,"\u001b[2J\nO",Rima,r@example.edu,CSE,CSE-9,student,,',
  ])
  expect(report[0]).toMatch(/^Line 2: refused\. Blood Group “ \[2J O” cannot/)
})

test('a file without a required column, with two of one kind, or without lines is refused', async () => {
  await expect(check(['Name,Blood Group,Email,Department', 'a,b,c,d'])).rejects.toThrow(
    'The first line must name the columns. Missing: University ID, Role, Contact Number.',
  )
  await expect(check([`${HEADINGS},Phone`])).rejects.toThrow(
    'The columns “Mobile No.” and “Phone” both mean Contact Number. Rename the one that should not be read.',
  )
  await expect(check([])).rejects.toThrow('The file is empty.')
})

const stored = () => db.selectFrom('keptDonors').selectAll().orderBy('email').execute()

const mails = () => db.selectFrom('outbox').select(['kind', 'recipient']).orderBy('recipient').execute()

const RIMA = '01712-345678,B-ve,Rima Akter,Rima@Example.edu,CSE,CSE-20,student,13/04/2025,'
const KARIM = '01812345678,O Positive,Karim Uddin,karim@example.edu,EEE,EEE-21,Staff / Employee,never,'

test('the import stores the lines that are ready, enqueues one mail for each, and nobody becomes a user or donor', async () => {
  const count = async () => [
    (await db.selectFrom('users').select('id').execute()).length,
    (await db.selectFrom('donors').select('id').execute()).length,
  ]
  const before = await count()
  const { report } = await run(importFile, [
    HEADINGS,
    RIMA,
    KARIM,
    '01812345678,O,Nadia,nadia@example.edu,CSE,CSE-22,student,,',
  ])
  expect(report).toEqual([
    'Line 2: imported. rima@example.edu, B-, +8801712345678, donated 2025-04-13.',
    'Line 3: imported. karim@example.edu, O+, +8801812345678, no donation.',
    'Line 4: refused. Blood Group “O” cannot be read in exactly one way. Ask the donor, and write for instance B+ or B-.',
    '',
    '2 imported, 1 refused, 0 repeated, 0 known already.',
  ])
  const times = {
    tokenHash: null,
    importedAt: NOW,
    expiresAt: new Date('2026-12-22T10:00:00Z'),
  }
  expect(await stored()).toMatchObject([
    {
      email: 'karim@example.edu',
      fullName: 'Karim Uddin',
      universityId: 'EEE-21',
      universityRole: 'staff',
      department: 'EEE',
      bloodGroup: 'O+',
      contactNumber: '+8801812345678',
      lastDonationDate: null,
      ...times,
    },
    {
      email: 'rima@example.edu',
      fullName: 'Rima Akter',
      universityId: 'CSE-20',
      universityRole: 'student',
      department: 'CSE',
      bloodGroup: 'B-',
      contactNumber: '+8801712345678',
      lastDonationDate: '2025-04-13',
      ...times,
    },
  ])
  expect(await mails()).toEqual([
    { kind: 'claim-profile', recipient: 'karim@example.edu' },
    { kind: 'claim-profile', recipient: 'rima@example.edu' },
  ])
  expect(await count()).toEqual(before)
})

test('the same file again stores nobody twice, sends no second mail, and says until when people can claim', async () => {
  const before = await stored()
  const again = [HEADINGS, KARIM, '01912345678,A+,Rimu,rimu@example.edu,CSE,cse 20,student,,']
  for (const command of [checkFile, importFile]) {
    const { report } = await run(command, again)
    expect(report.slice(0, 2)).toEqual([
      'Line 2: left out. karim@example.edu was imported already, and can claim the profile until December 22, 2026.',
      'Line 3: left out. Somebody with the University ID cse 20 was imported with another address already.',
    ])
  }
  expect(await stored()).toEqual(before)
  expect(await mails()).toHaveLength(2)
})

/** Imports a file twice at once, the second time in the other order. @returns what was imported */
async function importTwice([headings = '', ...lines]: string[]): Promise<string[]> {
  const orders = [lines, lines.toReversed()]
  const reports = await Promise.all(orders.map(lines => run(importFile, [headings, ...lines])))
  return reports.flatMap(({ report }) => report.filter(line => line.includes(': imported.')))
}

test('two imports at once store each person once and send one mail to each', async () => {
  const lines = [
    HEADINGS,
    ...Array.from(
      { length: 50 },
      (_, at) => `0171234${1000 + at},A+,Donor ${at},d${at}@example.edu,CSE,D-${at},student,,`,
    ),
  ]
  const before = [(await stored()).length, (await mails()).length]
  const imported = await importTwice(lines)
  expect(imported).toHaveLength(50)
  expect([(await stored()).length, (await mails()).length]).toEqual(before.map(count => count + 50))
})

test('somebody who has declined is left out for a year', async () => {
  // The same mailbox.
  const line = '01712345678,A+,Unwilling,unwilling+list@example.edu,CSE,U-1,student,,'
  await optOuts.record(db, ['unwilling@example.edu'], NOW)
  const importAfter = async (days: number) => {
    const now = new Date(NOW.getTime() + days * 86_400_000)
    await removeOldOptOuts(db, now)
    return (await run(importFile, [HEADINGS, line], { now })).report[0]
  }
  expect(await importAfter(364)).toBe(
    'Line 2: left out. unwilling+list@example.edu was asked before, and does not want to be imported.',
  )
  expect(await importAfter(366)).toMatch(/^Line 2: imported\. unwilling\+list@example\.edu/)
})

test('somebody who did not claim the profile in time can be imported again', async () => {
  const email = 'late@example.edu'
  await storeImportedDonor(db, { email, universityId: 'L-1', importedAt: new Date(0), expiresAt: NOW })
  const { report } = await run(importFile, [HEADINGS, `01712345678,A+,Late,${email},CSE,L-1,student,,`])
  expect(report[0]).toMatch(/^Line 2: imported\. late@example\.edu/)
})

describe('with a column Consent', () => {
  const KEPT = 'Name,Phone,Group,Consent,Hall,Batch,Ask For,Email,Roll,Role,Dept'
  const keptRows = () =>
    db.selectFrom('keptDonors').selectAll().where('state', '=', 'agreed').orderBy('fullName').execute()

  test('lines without an email are imported as donors to call, and one with an email is asked to claim as well', async () => {
    const hall = await db
      .insertInto('halls')
      .values({ name: 'North Hall' })
      .returningAll()
      .executeTakeFirstOrThrow()
    const { id: userId } = await storeUser(db)
    await storeDonor(db, { userId, contactNumber: '+8801755000001' })
    await optOuts.record(db, ['+8801755000002'], NOW)
    const lines = [
      KEPT,
      'Abdul,01755-000010,A+,said,north hall,2019,,,,,Canteen',
      'Babul,01755000011,O neg,Paper,,,,babul@example.edu,B-11,student,CSE',
      'Chan,01755000012,A+,,,,,,,,',
      'Dulal,01755000013,A+,yes,,,,,,,',
      'Eva,12345,A+,said,,,,,,,',
      'Farid,01755000014,A+,said,West Hall,,,,,,',
      'Gita,01755000001,A+,said,,,,,,,',
      'Hena,01755000002,A+,paper,,,,,,,',
      'Hira,০১৭৫৫০০০০০২,A+,said,,,Hira,hira@example.edu,H-1,student,CSE',
      'Ila,+880 1755-000015,A+,said,,,,,,,',
      'Jaya,01755000015,B+,said,,,Jaya,,,,',
      'Kazi,01755000016,A+,said,,,Kazi,,,,',
      'Lata,01755000016,B+,said,,,Lata,,,,',
      'Abdul,01755-000010,A+,said,north hall,2019,,,,,Canteen',
    ]
    const reasons = [
      'refused. Email is missing. Without one, Consent must say how they agreed to be called: paper or said.',
      'refused. Consent “yes” must be paper or said.',
      'refused. Contact Number “12345” is not a complete number, which can be called.',
      'refused. There is no hall “West Hall”. Admins add halls under Manage Donors.',
      'left out. A donor with the number +8801755000001 is registered here already.',
      'left out. Whoever has +8801755000002 told us not to call.',
      'left out. Whoever has +8801755000002 told us not to call.',
      'refused. Others have the number +8801755000015, too. Say whose phone it is in a column Ask For.',
    ]
    const { report } = await run(importFile, lines)
    expect(report.slice(0, 14)).toEqual([
      'Line 2: imported. Abdul, A+, +8801755000010, no donation, said yes.',
      'Line 3: imported. babul@example.edu, O-, +8801755000011, no donation, agreed on paper.',
      ...reasons.map((reason, nth) => `Line ${nth + 4}: ${reason}`),
      'Line 12: imported. Jaya, B+, +8801755000015, no donation, said yes.',
      'Line 13: imported. Kazi, A+, +8801755000016, no donation, said yes.',
      'Line 14: imported. Lata, B+, +8801755000016, no donation, said yes.',
      'Line 15: repeats line 2.',
    ])
    expect(await keptRows()).toMatchObject([
      {
        fullName: 'Abdul',
        hallId: hall.id,
        batch: '2019',
        department: 'Canteen',
        email: null,
        consentKind: 'said',
      },
      { fullName: 'Babul', email: 'babul@example.edu', consentKind: 'paper' },
      { fullName: 'Jaya', askFor: 'Jaya' },
      { fullName: 'Kazi', askFor: 'Kazi' },
      { fullName: 'Lata', askFor: 'Lata' },
    ])
    expect((await mails()).map(({ recipient }) => recipient)).toContain('babul@example.edu')
    const again = await run(importFile, [KEPT, ...lines.slice(1, 3)])
    expect(again.report.slice(0, 2)).toEqual([
      'Line 2: left out. We keep a donor with the number +8801755000010 already.',
      expect.stringMatching(/^Line 3: left out\. babul@example\.edu was imported already/),
    ])
  })

  test('whoever keeps a donor is a coordinator of the hall, or of all, or an admin', async () => {
    const [east, west] = await db
      .insertInto('halls')
      .values([{ name: 'East' }, { name: 'West' }])
      .returning('id')
      .execute()
    const keepers: Record<string, string> = {}
    for (const [name, more, right] of [
      ['of-east', {}, { hallId: east?.id ?? null }],
      ['of-all', {}, {}],
      ['ended', {}, { endedAt: NOW }],
      ['no-coordinator', {}, null],
      ['admin', { role: 'admin' }, null],
    ] as const) {
      const { id } = await storeUser(db, { email: `${name}@example.edu`, emailVerified: true, ...more })
      if (right) await storeCoordinator(db, id, { endsAt: new Date(NOW.getTime() + DAY_MS), ...right })
      keepers[id] = name
    }
    const line = (at: number, hall: string, keptBy: string, email = '') =>
      `K${at},0176800000${at},A+,said,${hall},${keptBy},${email},K-${at},student,CSE`
    const { report } = await run(importFile, [
      'Name,Phone,Group,Consent,Hall,Kept By,Email,Roll,Role,Dept',
      line(1, 'East', ' Of-East@Example.edu.'),
      line(2, 'West', 'of-all@example.edu', 'k2@example.edu'),
      line(3, '', 'admin@example.edu'),
      line(4, 'East', ''),
      line(5, 'West', 'of-east@example.edu'),
      line(6, '', 'of-east@example.edu'),
      line(7, 'East', 'ended@example.edu'),
      line(8, 'East', 'no-coordinator@example.edu'),
      line(9, 'Nowhere', 'of-east@example.edu'),
    ])
    const refusal = (address: string) =>
      `refused. Kept By “${address}” is not the address of a coordinator of the hall in this line, or of all halls.`
    expect(report.slice(4, 9).map(text => text.replace(/^Line \d+: /, ''))).toEqual([
      refusal('of-east@example.edu'),
      refusal('of-east@example.edu'),
      refusal('ended@example.edu'),
      refusal('no-coordinator@example.edu'),
      'refused. There is no hall “Nowhere”. Admins add halls under Manage Donors.',
    ])
    const rows = await db
      .selectFrom('keptDonors')
      .select(['hallId', 'keptBy'])
      .where('fullName', 'like', 'K_')
      .orderBy('fullName')
      .execute()
    expect(rows.map(({ hallId, keptBy }) => [hallId, keepers[keptBy ?? '']])).toEqual([
      [east?.id, 'of-east'],
      [west?.id, 'of-all'],
      [null, 'admin'],
      [east?.id, undefined],
    ])
  })

  test('what follows is said: emails, and how many days the text messages take', async () => {
    const lines = [KEPT, ...['5', '6', '7'].map(at => `D${at},0176700000${at},A+,said,,,,,,,`)]
    const { results } = await check(lines)
    const TELLS =
      'A text message tells those who agreed that the club keeps their number: 2 a day at most, so'
    const NOTHING = 'This was a dry run: nothing was stored, and no email was sent.'
    const next = (...[run, untold, textsPerDay]: ['dryRun' | 'import', number, number | null]) =>
      describeNext(results, { run, untold, textsPerDay })
    expect(next('dryRun', 2, 2)).toEqual([NOTHING, `${TELLS} it takes 3 days.`])
    expect(next('import', 2, 2)).toEqual([`${TELLS} within a day.`])
    expect(next('import', 3, null)).toEqual([])
  })

  test('two imports at once keep each donor once', async () => {
    const lines = [
      KEPT,
      ...Array.from({ length: 20 }, (_, at) => `D${at},017660000${10 + at},A+,said,,,,,,,`),
    ]
    expect(await importTwice(lines)).toHaveLength(20)
  })

  test('a number that says stop while it is imported is not kept', async () => {
    for (let round = 10; round < 20; round += 1) {
      const number = `+88017660001${round}`
      await Promise.all([
        run(importFile, [KEPT, `D${round},${number},A+,said,,,,,,,`]),
        inTransaction(db, db => stopNumber(db, number, { optOuts, now: NOW })),
      ])
      expect((await keptRows()).filter(({ contactNumber }) => contactNumber === number)).toEqual([])
    }
  })
})

test('the order of dates is an argument, and anything else is wrong usage', () => {
  const file = resolve('donors.csv')
  expect(readArguments(['donors.csv'], IMPORT, {})).toEqual({ file, order: null, isDryRun: false })
  expect(readArguments(['donors.csv', '--dry-run'], IMPORT, {})).toEqual({
    file,
    order: null,
    isDryRun: true,
  })
  // npm run import donors.csv --dry-run
  expect(readArguments(['donors.csv'], IMPORT, { npm_config_dry_run: 'true' }).isDryRun).toBe(true)
  expect(readArguments(['donors.csv', '--dates', 'day-first']).order).toBe('day-first')
  for (const words of [
    [],
    ['a', 'b'],
    ['a', '--dates', 'dmy'],
    ['a', '--dates'],
    ['--help'],
    ['a', '--write'],
  ])
    expect(() => readArguments(words)).toThrow(UsageError)
})
