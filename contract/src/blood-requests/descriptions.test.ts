import { expect, test } from 'vitest'
import type { Component } from '../donors/components.ts'
import {
  capitalize,
  describeNeed,
  linkPreviewOf,
  publicShareText,
  requiredBloodOf,
  requiredGroupOf,
} from './descriptions.ts'

test.each<[Component, Record<string, string>]>([
  [
    'blood',
    {
      inSentences: 'AB− blood',
      inTitles: 'AB−',
      need: 'AB− blood needed at City Hospital: 2 units, urgent.',
      shared: 'Is it still needed, and can you help? URL',
      needed: '/previews/ab-negative-needed.png AB− blood needed',
      closed: '/previews/ab-negative-closed.png AB− blood is no longer needed',
    },
  ],
  [
    'apheresis-platelets',
    {
      inSentences: 'platelets AB−',
      inTitles: 'Platelets AB−',
      need: 'Platelets AB− needed at City Hospital: 2 units, urgent. From one donor by machine, about 90 minutes.',
      shared: 'Are they still needed, and can you help? URL',
      needed: '/previews/platelets-ab-negative-needed.png Platelets AB− needed',
      closed: '/previews/ab-negative-closed.png Platelets AB− are no longer needed',
    },
  ],
  [
    'pooled-platelets',
    {
      inSentences: 'platelets AB−',
      inTitles: 'Platelets AB−',
      need: 'Platelets AB− needed at City Hospital: 2 units, urgent. From several donors: you give whole blood, as usual.',
      shared: 'Are they still needed, and can you help? URL',
      needed: '/previews/platelets-ab-negative-needed.png Platelets AB− needed',
      closed: '/previews/ab-negative-closed.png Platelets AB− are no longer needed',
    },
  ],
])('texts about %s say what is needed, with a minus instead of a hyphen', (component, texts) => {
  const required = { requiredBloodGroup: 'AB-', component } as const
  const need = { ...required, hospital: 'City Hospital', units: 2, urgency: 'urgent' } as const
  const preview = (isNeeded: boolean) => Object.values(linkPreviewOf(required, { isNeeded })).join(' ')
  expect({
    inSentences: requiredBloodOf(required),
    inTitles: capitalize(requiredGroupOf(required)),
    need: describeNeed(need),
    shared: publicShareText(need, 'URL').slice(describeNeed(need).length + 1),
    needed: preview(true),
    closed: preview(false),
  }).toEqual(texts)
})
