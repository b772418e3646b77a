import { listDonors } from '@blood-bank/contract/donors/administration'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonorRecord, anAdmin, aPage } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { replying } from '../../testing/replies.ts'

/** The menu of a row, tested with the list of donors. */
async function open() {
  const page = renderPage('/admin/donors', {
    user: anAdmin(),
    replies: [replying(listDonors, aPage([aDonorRecord()]))],
  })
  const button = await screen.findByRole('button', { name: 'More', description: 'Rima Akter' })
  return { ...page, button, type: (keys: string) => page.person.keyboard(keys) }
}

const findMenu = async () => within(await screen.findByRole('menu', { name: 'More Rima Akter' }))
const isClosed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull())

test('the less used actions of a row are in a menu that works by keyboard', async () => {
  const { button, type } = await open()
  button.focus()
  await type('{ArrowDown}')
  const menu = await findMenu()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  const [deactivation, history] = menu.getAllByRole('menuitem')
  expect([deactivation?.textContent, history?.textContent]).toEqual(['Deactivate', 'Audit log'])
  expect(history?.getAttribute('href')).toBe(`/admin/audit-log?record=${aDonorRecord().id}`)
  expect(document.activeElement).toBe(deactivation)
  await type('{ArrowDown}')
  expect(document.activeElement).toBe(history)
  await type('{ArrowDown}')
  expect(document.activeElement).toBe(deactivation)
  await type('a')
  expect(document.activeElement).toBe(history)
  await type('{Home}')
  expect(document.activeElement).toBe(deactivation)
  await type('{Escape}')
  await isClosed()
  expect(document.activeElement).toBe(button)
})

test('Tab, a press elsewhere and one on its button close the menu of a row; letters are no shortcuts', async () => {
  const { button, person, type } = await open()
  for (const outside of [screen.getByRole('heading', { level: 1 }), button]) {
    await person.click(button)
    await findMenu()
    await person.click(outside)
    await isClosed()
  }
  await person.click(button)
  await findMenu()
  await type('j')
  expect(document.activeElement?.textContent).toBe('Deactivate')
  await person.tab({ shift: true })
  await isClosed()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Verify' }))
})
