import { expect, test } from 'vitest'
import { everyEndpoint } from '../../testing/http/every-endpoint.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ BRAND_NAME: 'Blood Bank' })

type Description = {
  info: { title: string }
  paths: Record<string, Record<string, { summary: string; description: string; responses: object }>>
}

test('the API documentation describes every endpoint: what it does, who may call it, what it returns', async () => {
  const reply = await bank.stranger().send('GET', '/api/docs/json')
  expect(reply.status).toBe(200)
  const { info, paths } = reply.body as Description
  expect(info.title).toBe('Blood Bank')
  for (const { method, path, summary, access, reply: success } of await everyEndpoint()) {
    const call = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(call).toMatchObject({ summary, description: `May be called by: ${access}.` })
    if (success.body) expect(call?.responses).toHaveProperty(String(success.status))
  }
})

test('the API documentation describes nothing else', async () => {
  const { body } = await bank.stranger().send('GET', '/api/docs/json')
  const described = Object.keys((body as Description).paths).sort()
  const promised = (await everyEndpoint()).map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
  expect(described).toEqual([...new Set(promised)].sort())
})
