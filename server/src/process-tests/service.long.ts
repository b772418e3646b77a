import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMachine, reasonNotToMakeMachine } from '../testing/container/debian-machine.ts'
import { documentedCommands } from '../testing/container/documented-commands.ts'

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))
const SITE = 'https://blood.example.edu'
const CERTIFICATE = '/etc/ssl/certs/bloodbank.pem'
const KEY = '/etc/ssl/private/bloodbank.key'

const reason = reasonNotToMakeMachine()
const folder = mkdtempSync(join(tmpdir(), 'machine-'))
let machine: Awaited<ReturnType<ReturnType<typeof makeMachine>['boot']>>

const commands = documentedCommands('As a service')
const afterBoot = commands.findIndex(line => line.startsWith('systemctl '))
/** What an operator writes into the settings, in place of the editor. */
const EDITOR = `editor() { printf '%s\\n' PUBLIC_URL=${SITE} SMTP_URL=smtp://127.0.0.1:9 TRUSTED_PROXIES=127.0.0.1 >> "$1"; }`
/** A certificate of an authority of this machine's own. */
const CERTIFY = `set -e
echo 127.0.0.1 localhost blood.example.edu >> /etc/hosts
cd /root
openssl req -x509 -newkey rsa:2048 -nodes -keyout authority.key -out authority.pem -subj '/CN=Local authority' -days 2
openssl req -newkey rsa:2048 -nodes -keyout ${KEY} -out site.csr -subj /CN=blood.example.edu
echo subjectAltName=DNS:blood.example.edu > names
openssl x509 -req -in site.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 1 -extfile names -out ${CERTIFICATE}
chmod 755 /etc/ssl/private
chmod 644 ${KEY}`

beforeAll(async () => {
  if (reason) return
  const root = join(folder, 'root')
  const { install, boot } = makeMachine(root)
  execFileSync('git', ['clone', '--quiet', PROJECT, join(root, 'opt/bloodbank')])
  install([EDITOR, ...commands.slice(0, afterBoot)].join('\n'))
  machine = await boot()
  expect(machine.run(CERTIFY).status).toBe(0)
})
afterAll(async () => {
  await machine?.powerOff()
  rmSync(folder, { recursive: true, force: true })
})

const tested = test.skipIf(reason !== null)
const title = (text: string) => (reason ? `${text} (${reason})` : text)
const UNTIL_READY = 'until curl --silent --fail http://127.0.0.1:3000/readyz; do sleep 0.05; done'

function measured(script: string) {
  const begunAt = performance.now()
  const { output } = machine.run(script)
  return { took: `${((performance.now() - begunAt) / 1000).toFixed(1)} s`, output }
}

tested(
  title('the documented commands start a hardened service, which starts again after a kill'),
  async ({ annotate }) => {
    const start = [...commands.slice(afterBoot), UNTIL_READY].join('\n')
    const { took: started } = measured(`cd /opt/bloodbank\n${start}`)
    const printed = machine.run('sleep 2; journalctl -u bloodbank --no-pager').output
    expect(printed).toContain(`University Blood Bank is ready: ${SITE}`)
    const rating = machine.run('systemd-analyze security --no-pager bloodbank | tail -1').output
    expect(Number(/: (\d\.\d) OK/.exec(rating)?.[1])).toBeLessThanOrEqual(2)

    const kill = 'kill -KILL $(systemctl show --property=MainPID --value bloodbank); sleep 0.1'
    const { took: startedAgain } = measured(`${kill}; ${UNTIL_READY}`)
    expect(machine.run('systemctl show --property=NRestarts --value bloodbank').output).toBe('1')

    const { took: stopped } = measured('systemctl stop bloodbank')
    expect(machine.run('systemctl show --property=Result --value bloodbank').output).toBe('success')
    expect(machine.run('pgrep --uid bloodbank').output).toBe('')
    const elsewhere = 'find / -xdev -user bloodbank -not -path "/var/lib/bloodbank*" -not -path "/proc/*"'
    expect(machine.run(elsewhere).output).toBe('')
    machine.run(`systemctl start bloodbank; ${UNTIL_READY}`)
    const times = `first start ${started}, after kill -9 ${startedAgain}, stop ${stopped}`
    await annotate(
      JSON.stringify({ tried: `service of systemd as documented: ${times}`, trials: 1, faults: 0 }),
      'figures',
    )
  },
)

const [installNginx, installCaddy] = documentedCommands('Behind a proxy')
const ADD_CERTIFICATE = `sed -i 's|^.reverse_proxy|\\ttls ${CERTIFICATE} ${KEY}\\n&|' /etc/caddy/Caddyfile && systemctl reload caddy`

tested.each([
  { proxy: 'nginx', install: `systemctl stop caddy; systemctl start nginx; ${installNginx}` },
  {
    proxy: 'Caddy',
    install: `systemctl stop nginx; systemctl start caddy; ${installCaddy}; ${ADD_CERTIFICATE}`,
  },
])(
  'behind $proxy the site has TLS, live updates and Retry-After, and no link is logged',
  async ({ proxy, install }) => {
    expect(machine.run(`cd /opt/bloodbank && ${install}`).status).toBe(0)
    const curl = 'curl --silent --show-error --cacert /root/authority.pem'
    const page = machine.run(`${curl} --retry 20 --retry-all-errors --include ${SITE}/`).output
    expect(page).toMatch(/^HTTP\/2 200/)
    expect(page).toMatch(/^strict-transport-security: /im)
    // For a moment after a reload, nginx still answers as before.
    const unencrypted =
      'curl --silent --fail --retry 20 --retry-all-errors --include http://blood.example.edu/help'
    expect(machine.run(unencrypted).output).toMatch(/^location: https:\/\/blood\.example\.edu\/help\r?$/im)
    const email = `${proxy}@example.edu`
    const post = (path: string, body: object) =>
      machine.run(
        `${curl} --include --cookie-jar /root/cookies --header 'origin: ${SITE}' --json '${JSON.stringify(body)}' ${SITE}${path}`,
      ).output
    const password = 'Correct horse 7'
    expect(post('/api/accounts', { email, password })).toMatch(/^HTTP\/2 20\d/)
    expect(post('/api/session', { email, password })).toMatch(/^set-cookie: __Host-/im)

    // The heartbeat comes after 25 seconds, and the stream stays open.
    const stream = machine.run(
      `timeout 27 ${curl} --no-buffer --header 'accept: text/event-stream' --cookie /root/cookies ${SITE}/api/live; echo ended $?`,
    )
    expect(stream.output).toMatch(/^\S[\s\S]{5,}ended 124$/)

    const guess = () => post('/api/session', { email: 'nobody@example.edu', password: 'wrong' })
    const answers = Array.from({ length: 7 }, guess).filter(answer => answer.startsWith('HTTP/2 429'))
    expect(answers.length).toBeGreaterThan(0)
    expect(answers[0]).toMatch(/^retry-after: \d+/im)

    // Nobody answers behind the proxy, so that it logs errors.
    machine.run('systemctl stop bloodbank')
    for (const path of ['r', 'R', '%72', 'unsubscribe'])
      expect(
        machine.run(`${curl} --output /dev/null --write-out '%{http_code}' ${SITE}/${path}/SECRET`).output,
      ).toBe('502')
    const logged = 'grep --recursive SECRET /var/log/nginx; journalctl --no-pager --unit caddy | grep SECRET'
    expect(machine.run(logged).output).toBe('')
    machine.run(`systemctl start bloodbank; ${UNTIL_READY}`)
  },
)
