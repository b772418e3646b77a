import { expect, test, vi } from 'vitest'
import { whileInUse } from './live-updates.tsx'

const dispatch = (event: 'pagehide' | 'pageshow', persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event(event), { persisted }))
const leavePage = () => dispatch('pagehide', true)
const showPage = (persisted: boolean) => dispatch('pageshow', persisted)

function use() {
  const ends: ReturnType<typeof vi.fn>[] = []
  const start = vi.fn(() => {
    const end = vi.fn()
    ends.push(end)
    return end
  })
  return { stop: whileInUse(start), start, ends }
}

test('a page that is left ends what it runs, and starts it again when somebody goes back to it', () => {
  const { stop, start, ends } = use()
  showPage(false)
  expect(start).toHaveBeenCalledTimes(1)
  leavePage()
  expect(ends[0]).toHaveBeenCalledOnce()
  showPage(true)
  expect(start).toHaveBeenCalledTimes(2)
  expect(ends[1]).not.toHaveBeenCalled()
  stop()
  expect(ends[1]).toHaveBeenCalledOnce()
})
