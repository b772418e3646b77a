import { expect } from '@playwright/test'
import { click } from './testing/click.ts'
import { LONG, test } from './testing/journey.ts'
import { becomeMember, newAddress, postBloodRequest, requestCardOf } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

/** @returns the patient of the request posted */
async function post(visitor: Visitor, patientName: string) {
  await postBloodRequest(visitor, patientName)
  return patientName
}

const card = requestCardOf

const topOf = async (visitor: Visitor, patientName: string) =>
  (await card(visitor, patientName).boundingBox())?.y

const newRequests = ({ page }: Visitor) => page.getByRole('button', { name: /^\d+ new requests?$/ })

/** Presses the button for new requests until one is shown: requests of other tests may have brought the button earlier. */
async function showNew(visitor: Visitor, patientName: string) {
  const awaited = card(visitor, patientName)
  while (!(await awaited.isVisible())) {
    await newRequests(visitor).or(awaited).first().waitFor()
    if (await newRequests(visitor).isVisible()) await click(newRequests(visitor))
  }
}

/** Waits until the visitor's browser has an open stream. */
async function readList(visitor: Visitor, patientName: string) {
  const opened = visitor.page.waitForResponse(res => res.url().includes('/api/live') && res.ok())
  await visitor.open('/view-requests')
  await card(visitor, patientName).waitFor()
  await opened
}

test('a reader is told of new requests, nothing moves, and a press shows them', async ({ aVisitor }) => {
  const owner = await aVisitor()
  await becomeMember(owner, newAddress('live-owner'))
  const first = await post(owner, `First of ${newAddress('live')}`)
  const reader = await aVisitor(PHONE)
  await becomeMember(reader, newAddress('live-reader'))
  await readList(reader, first)
  const before = await topOf(reader, first)

  const second = await post(owner, `Second of ${newAddress('live')}`)
  await newRequests(reader).waitFor()
  expect(await reader.page.getByText('There are new requests.').count()).toBe(1)
  expect(await topOf(reader, first)).toBe(before)
  expect(await card(reader, second).count()).toBe(0)
  await showNew(reader, second)

  await owner.open('/dashboard')
  const own = card(owner, first)
  await click(own.getByRole('button', { name: 'Cancel Request' }))
  const whileActive = await topOf(reader, second)
  await click(owner.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel this request' }))
  await card(reader, first).getByText('No longer on the list').waitFor()
  expect(await topOf(reader, second)).toBe(whileActive)
  expect(await card(reader, second).getByText('Immediate Need').isVisible()).toBe(true)
  expect(await card(reader, first).getByText('Immediate Need').isVisible()).toBe(false)
})

test(
  'all tabs of a browser share one stream, and the next tab takes over when the first closes',
  LONG,
  async ({ aVisitor }) => {
    const member = await aVisitor()
    const streams: string[] = []
    member.context.on('request', req => {
      if (req.url().includes('/api/live')) streams.push(req.url())
    })
    await becomeMember(member, newAddress('live-tabs'))
    const mine = await post(member, `Shared of ${newAddress('live')}`)
    await member.open('/dashboard')
    const tabs = [await member.anotherTab(), await member.anotherTab()]
    for (const tab of tabs) {
      await tab.open('/view-requests')
      await card(tab, mine).waitFor()
    }
    await expect.poll(() => streams.length).toBe(1)
    await post(member, `Told of ${newAddress('live')}`)
    for (const tab of tabs) await newRequests(tab).waitFor()
    expect(streams).toHaveLength(1)

    await member.page.close()
    await expect.poll(() => streams.length).toBe(2)
    for (const tab of tabs) await click(newRequests(tab))
  },
)

test(
  'after a proxy has cut the stream the page connects again and shows what it missed',
  LONG,
  async ({ aVisitor, faultyProxy }) => {
    const owner = await aVisitor()
    await becomeMember(owner, newAddress('live-proxy-owner'))
    const first = await post(owner, `Before of ${newAddress('live')}`)
    const reader = await aVisitor(PHONE, { proxy: faultyProxy })
    await becomeMember(reader, newAddress('live-proxy'))
    await readList(reader, first)
    reader.expects(/^lost GET \/api\/live/)
    faultyProxy.fail('drops', /^GET \/api\/live/)
    faultyProxy.cut(/^GET \/api\/live/)
    const lost = await post(owner, `Missed of ${newAddress('live')}`)
    faultyProxy.recover()
    await showNew(reader, lost)
  },
)
