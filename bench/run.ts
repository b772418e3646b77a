import { startBareServer } from './bare-server.ts'
import { median, perSecond } from './load.ts'
import { signedInCookie, startDemo } from './product.ts'

const ROUNDS = 5

const WORKLOADS = [
  { name: 'the first 50 donors of O+', path: '/api/donors?bloodGroup=O%2B' },
  { name: 'the newest 50 active requests', path: '/api/blood-requests' },
  { name: 'my own requests', path: '/api/blood-requests/mine' },
  { name: 'who is signed in', path: '/api/session' },
]

/**
 * `npm run bench`: the calls that people wait for, against the product on the demo campus, each beside a bare
 * server that sends the same bytes. Rounds take turns, so that a machine that slows down slows both.
 */
const product = await startDemo()
try {
  const cookie = await signedInCookie(product.url)
  console.log('| workload | product, calls/s | bare server, calls/s | ratio |\n|---|---|---|---|')
  for (const { name, path } of WORKLOADS) {
    const body = await fetch(product.url + path, { headers: { cookie } }).then(reply => reply.text())
    const bare = await startBareServer(body)
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await perSecond(product.url + path, cookie))
      theirs.push(await perSecond(bare.url, cookie))
    }
    bare.stop()
    const ratio = (median(ours) / median(theirs)).toFixed(2)
    console.log(`| ${name} (${body.length} B) | ${spread(ours)} | ${spread(theirs)} | ${ratio} |`)
  }
} finally {
  await product.stop()
}

function spread(rates: number[]) {
  return `${Math.round(median(rates))} (${Math.round(Math.min(...rates))}–${Math.round(Math.max(...rates))})`
}
