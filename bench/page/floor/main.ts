// The smallest page that is still React: sixty rows, built by the same bundler. No page of the app can be faster.
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const rows = Array.from({ length: 60 }, (_, index) => ({ id: index, name: `Row ${index}`, amount: index * 1.5 }))

function Rows() {
  return createElement(
    'main',
    null,
    createElement('h1', null, 'Sixty rows'),
    createElement(
      'ul',
      null,
      rows.map(({ id, name, amount }) =>
        createElement('li', { key: id }, `${name}: `, createElement('b', null, amount))
      )
    )
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(createElement(Rows))
