/** What counts as another state of a page: each difference is shown once, beside the same page without it. */
import { type Page, test } from '@playwright/test'
import { expect } from './fixtures.ts'
import { stateOf } from './judged.ts'

const whole = '<main><h1>Trips</h1><section aria-label="Now"><p id="hint">A hint</p></section></main>'

/** Markup, and the same with one fault or one other look. */
const differ: Record<string, [string, string]> = {
  'a picture without a text': ['<img alt="A car">', '<img alt="">'],
  'a button without a name': [
    '<button><svg></svg><span>Back</span></button>',
    '<button><svg></svg><span></span></button>'
  ],
  'a label with no text': ['<button aria-label="Back"></button>', '<button aria-label=" "></button>'],
  'a label of another field': [
    '<label for="a">Name</label><input id="a">',
    '<label for="b">Name</label><input id="a">'
  ],
  'a description that is missing': ['<input aria-describedby="hint">', '<input aria-describedby="hints">'],
  'an id that is there twice': [
    '<input aria-describedby="hint"><p>x</p>',
    '<input aria-describedby="hint"><p id="hint">x</p>'
  ],
  'a heading of another level': ['<h2>Later</h2>', '<h3>Later</h3>'],
  'an element of another role': ['<div role="list"></div>', '<div role="menu"></div>'],
  'a landmark of the same name': ['<section aria-label="Later"></section>', '<section aria-label="Now"></section>'],
  'a text in another colour': ['<p class="text-faint">Two words</p>', '<p class="text-fainter">Two words</p>'],
  'a text in a colour of its own': ['<p style="color:#777">Two words</p>', '<p style="color:#888">Two words</p>'],
  'a text on another ground': ['<div class="dark"><p>Two</p></div>', '<div class="light"><p>Two</p></div>'],
  'a row that is hidden': ['<p>Two</p><p hidden>Two</p>', '<p>Two</p><p>Two</p>'],
  'a field that is off': ['<input aria-label="Name">', '<input aria-label="Name" disabled>']
}

const same: Record<string, [string, string]> = {
  'other names and amounts': ['<p title="1">Anna, 12.00</p>', '<p title="2">Beat, 7.50</p>'],
  'more rows': ['<ul><li>1</li></ul>', '<ul><li>1</li><li>2</li></ul>'],
  'other ids': ['<label for="r1">A</label><input id="r1">', '<label for="r2">A</label><input id="r2">'],
  'a place on the screen': ['<p style="top: 12px; color: red">A</p>', '<p style="top: 7.5px; color: red">A</p>']
}

/** The states of both versions of a case. */
async function statesOf(page: Page, markups: [string, string]) {
  const states = []
  for (const markup of markups) {
    await page.setContent(`<html lang="en"><title>T</title><body>${whole}${markup}</body></html>`)
    states.push(await page.evaluate(stateOf, undefined))
  }
  return states.map(({ page: number, texts }) => ({ page: number, texts: texts.join() }))
}

test('a page that differs in what axe judges is judged again', async ({ page }) => {
  for (const [name, markups] of Object.entries(differ)) {
    const [one, other] = await statesOf(page, markups)
    expect.soft(one?.page, name).not.toBe(other?.page)
    if (name.startsWith('a text')) expect.soft(one?.texts, name).not.toBe(other?.texts)
  }
})

test('a page that differs in its data alone is not judged again', async ({ page }) => {
  for (const [name, markups] of Object.entries(same)) {
    const [one, other] = await statesOf(page, markups)
    expect.soft(one, name).toEqual(other)
  }
})
