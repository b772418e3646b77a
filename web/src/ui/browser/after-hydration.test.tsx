import { act, screen } from '@testing-library/react'
import { type ComponentType, lazy, Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { Button } from '../controls/button.tsx'
import { Hydration } from './after-hydration.tsx'

const Part = () => <Button>Send</Button>
const pageWith = (Content: ComponentType) => (
  <Hydration>
    <h1>Account</h1>
    <Suspense fallback="Loading">
      <Content />
    </Suspense>
  </Hydration>
)
const button = () => screen.getByRole<HTMLButtonElement>('button')

test('a part whose script comes after the rest of the page was taken over can be used, too', async () => {
  const container = document.createElement('div')
  document.body.append(container)
  onTestFinished(() => container.remove())
  container.innerHTML = renderToString(pageWith(Part))
  expect(button().disabled).toBe(true)
  const script = Promise.withResolvers<{ default: ComponentType }>()
  const Late = lazy(() => script.promise)
  const root = await act(async () => hydrateRoot(container, pageWith(Late)))
  onTestFinished(() => act(() => root.unmount()))
  expect(button().disabled).toBe(true)
  await act(async () => script.resolve({ default: Part }))
  expect(button().disabled).toBe(false)
})
