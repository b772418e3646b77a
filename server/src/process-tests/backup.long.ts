import { expect, test } from 'vitest'
import { backUpUnderLoad } from '../testing/processes/back-up-under-load.ts'

const ROWS = 200_000
const KILLS = 10

test('a backup of two hundred thousand rows under load, after ten killed ones, is restored completely', async ({
  annotate,
}) => {
  const { printed, earlier, meanwhile, filesAfterKills, lost, unexpected } = await backUpUnderLoad({
    rows: ROWS,
    kills: KILLS,
  })
  await annotate(
    JSON.stringify({
      tried: `a backup under load (${meanwhile} posts meanwhile), after ${KILLS} killed ones: ${printed.backup} written, ${printed.restore} restored, amcheck clean`,
      trials: KILLS + 1,
      faults: filesAfterKills + unexpected + Number(printed.backup !== printed.restore),
      losses: lost.length,
    }),
    'figures',
  )
  expect({ filesAfterKills, lost, unexpected }).toEqual({ filesAfterKills: 0, lost: [], unexpected: 0 })
  expect(printed.restore).toBe(printed.backup)
  expect(earlier).toBeGreaterThan(20)
})
