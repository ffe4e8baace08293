/** The checks of expectEveryManner find what they are for: each fault is shown to them once, beside the same thing without it. */
import { test } from '@playwright/test'
import { expect } from './fixtures.ts'
import { findFaults } from './manners.ts'

interface Shown {
  /** Markup with one fault. */
  bad: string
  /** The same without the fault. */
  good: string
  fault: RegExp
  dir?: 'rtl'
}

const button = 'height:44px;padding:0;white-space:nowrap'
const shown: Record<string, Shown> = {
  'content that scrolls sideways': {
    bad: '<div style="overflow:auto;width:100px;height:60px"><p style="width:300px;height:200px">Two words</p></div>',
    good: '<div style="overflow:auto;width:100px;height:60px"><p style="height:200px">Two words</p></div>',
    fault: /^wider than its frame: <div>/
  },
  'a heading whose end is missing': {
    bad: '<h1 style="overflow:hidden;width:60px;white-space:nowrap">The name of a page</h1>',
    good: '<h1 style="overflow:hidden;width:300px">The name of a page</h1>',
    fault: /^cut: <h1>/
  },
  'a label that ends with an ellipsis': {
    bad: `<button style="${button};width:60px;overflow:hidden;text-overflow:ellipsis">Hand in the paper</button>`,
    good: '<p style="width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">Hand in the paper</p>',
    fault: /^cut: <button>/
  },
  'a text beyond the edge of the page': {
    bad: '<p style="position:relative;left:-20px">Two words</p>',
    good: '<p>Two words</p>',
    fault: /^sticks out: <p>/
  },
  'a label wider than its button': {
    bad: `<button style="${button};width:50px">A long label</button>`,
    good: `<button style="${button};width:150px">A long label</button>`,
    fault: /^wider than its frame: <button>/
  },
  'an amount in two lines': {
    bad: '<p style="width:30px;word-break:break-all">1234567.00</p>',
    good: '<p style="width:130px;word-break:break-all">1234567.00</p>',
    fault: /^broken in a word: <p>/
  },
  'a target too small for a finger': {
    bad: '<button style="width:60px;height:43px">Back</button>',
    good: '<button style="width:60px;height:44px">Back</button>',
    fault: /^small, 60 x 43: <button> Back/
  },
  'a narrow target': {
    bad: '<a href="/" style="display:block;width:40px;height:44px">Go</a>',
    good: '<a href="/" style="display:block;width:44px;height:44px">Go</a>',
    fault: /^small, 40 x 44: <a> Go/
  },
  'a text under the icon of its field': {
    bad: '<div><svg class="absolute" width="16" height="16" style="position:absolute;left:16px"></svg><input aria-label="Find" style="height:44px;padding-left:8px"></div>',
    good: '<div><svg class="absolute" width="16" height="16" style="position:absolute;left:16px"></svg><input aria-label="Find" style="height:44px;padding-left:40px"></div>',
    fault: /^text under its icon: <input> Find/
  },
  'a Latin text at the left edge of an Arabic page': {
    bad: '<p dir="auto">Städtle 1</p>',
    good: '<p dir="auto" style="text-align:right">Städtle 1</p>',
    fault: /^aligned to the other side: <p>/,
    dir: 'rtl'
  }
}

test('the check of a page’s variants finds each fault', async ({ page }) => {
  const faultsIn = async (markup: string, dir: string) => {
    await page.setContent(`<html dir="${dir}"><body style="margin:8px"><main>${markup}</main></body></html>`)
    return page.evaluate(findFaults, ['main', 44] as const)
  }
  for (const [name, { bad, good, fault, dir = 'ltr' }] of Object.entries(shown)) {
    expect.soft(await faultsIn(good, dir), `no ${name}`).toEqual([])
    expect.soft(await faultsIn(bad, dir), name).toEqual([expect.stringMatching(fault)])
  }
  expect(await page.evaluate(findFaults, ['[role=dialog]', 44] as const)).toEqual(['there is no [role=dialog]'])
})
