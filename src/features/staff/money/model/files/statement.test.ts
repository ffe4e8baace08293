import { describe, expect, it } from 'vitest'
import { pointOf, readDay, readFigure } from '@/components/data-table/import/cells'
import { readCsv, separatorOf } from '@/components/data-table/import/csv-reader'
import { readText } from '@/components/data-table/import/read-text'
import { readCamt053 } from './camt053'
import { guessStatement, readStatementCsv } from './statement-csv'

const ID = '0192a1b2c3d47e8f90a1b2c3d4e5f601'
const OTHER = '0192a1b2c3d47e8f90a1b2c3d4e5f602'
const IBAN = 'LI21088100002324013AA'

const balance = (kind: string, amount: string, side = 'CRDT', day = '2026-11-20') =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

interface Entry {
  amount: string
  side: 'CRDT' | 'DBIT'
  ref?: string
  status?: string
  more?: string
  details?: string
}
const entry = ({ amount, side, ref = '', status = '<Sts><Cd>BOOK</Cd></Sts>', more = '', details = '' }: Entry) =>
  `<Ntry><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${more}${status}<BookgDt><Dt>2026-11-20</Dt></BookgDt>${ref && `<AcctSvcrRef>${ref}</AcctSvcrRef>`}${details && `<NtryDtls>${details}</NtryDtls>`}</Ntry>`
const part = (id: string, amount: string, name = '', ref = '') =>
  `<TxDtls><Refs>${ref && `<AcctSvcrRef>${ref}</AcctSvcrRef>`}<EndToEndId>${id}</EndToEndId></Refs>${amount && `<Amt Ccy="CHF">${amount}</Amt>`}${name && `<RltdPties><Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr></RltdPties>`}</TxDtls>`

const camt = (body: string, version = '08', account = IBAN) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr/><Stmt><Id>S1</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>${body}</Stmt></BkToCstmrStmt></Document>`

describe('camt.053', () => {
  it('makes each payment of a batch a line with its end-to-end id, and checks the balances', () => {
    const text = camt(
      balance('OPBD', '2000.00') +
        entry({
          amount: '1028.00',
          side: 'DBIT',
          ref: 'R1',
          details: part(ID, '640.00', 'Lukas Marxer') + part(OTHER, '388.00')
        }) +
        entry({ amount: '14.80', side: 'CRDT', ref: 'R2' }) +
        balance('CLBD', '986.80')
    )
    expect(readCamt053(text)).toEqual({
      account: IBAN,
      pending: 0,
      adds_up: true,
      closing: { day: '2026-11-20', balance: 986.8 },
      lines: [
        {
          reference: 'R1/1',
          booked_on: '2026-11-20',
          amount: -640,
          currency: 'CHF',
          end_to_end_id: ID,
          name: 'Lukas Marxer'
        },
        { reference: 'R1/2', booked_on: '2026-11-20', amount: -388, currency: 'CHF', end_to_end_id: OTHER },
        { reference: 'R2', booked_on: '2026-11-20', amount: 14.8, currency: 'CHF' }
      ]
    })
  })

  it('accepts a single payment without its own amount, in old and new versions', () => {
    const old = camt(
      entry({
        amount: '640',
        side: 'DBIT',
        status: '<Sts>BOOK</Sts>',
        details: `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Cdtr><Nm>Old &amp; Co</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Payout ${ID}</Ustrd></RmtInf></TxDtls>`
      }),
      '02'
    )
    expect(readCamt053(old).lines).toMatchObject([{ amount: -640, end_to_end_id: ID, name: 'Old & Co' }])
  })

  it('makes returned money a separate line, and only counts announced entries', () => {
    const text = camt(
      entry({ amount: '640.00', side: 'CRDT', ref: 'R3', more: '<RvslInd>true</RvslInd>', details: part(ID, '') }) +
        entry({ amount: '5.00', side: 'DBIT', status: '<Sts><Cd>PDNG</Cd></Sts>' })
    )
    const { lines, pending } = readCamt053(text)
    expect(pending).toBe(1)
    expect(lines).toMatchObject([{ amount: 640, end_to_end_id: ID, note: 'RVSL' }])
  })

  it('makes a batch whose parts do not add up one line for staff', () => {
    for (const details of [part(ID, '640.00') + part(OTHER, '1.00'), part(ID, '') + part(OTHER, '')])
      expect(readCamt053(camt(entry({ amount: '1028.00', side: 'DBIT', ref: 'R1', details }))).lines).toEqual([
        { reference: 'R1', booked_on: '2026-11-20', amount: -1028, currency: 'CHF' }
      ])
  })

  it('gives lines without a name the same generated one in every file, and equal lines different ones', () => {
    const twice = entry({ amount: '5.00', side: 'DBIT' }) + entry({ amount: '5.00', side: 'DBIT' })
    const [first, second] = readCamt053(camt(twice)).lines
    expect(first?.reference).toMatch(/^line-[0-9a-f]{16}$/)
    expect(second?.reference).toBe(`${first?.reference}#2`)
    expect(readCamt053(camt(twice, '04')).lines.map((line) => line.reference)).toEqual([
      first?.reference,
      second?.reference
    ])
  })

  it('reads an overdraft as negative, and reports a balance that the lines do not explain', () => {
    const read = readCamt053(
      camt(balance('OPBD', '10.00') + entry({ amount: '25.00', side: 'DBIT' }) + balance('CLBD', '14.00', 'DBIT'))
    )
    expect(read.closing).toEqual({ day: '2026-11-20', balance: -14 })
    expect(read.adds_up).toBe(false)
  })

  it('reads only the operator’s account of several', () => {
    const other = `<Stmt><Id>S2</Id><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>${entry({ amount: '9.00', side: 'DBIT', ref: 'X' })}</Stmt>`
    const text = camt(entry({ amount: '1.00', side: 'CRDT', ref: 'R' })).replace(
      '</BkToCstmrStmt>',
      `${other}</BkToCstmrStmt>`
    )
    expect(readCamt053(text, 'LI21 0881 0000 2324 013A A').lines.map(({ reference }) => reference)).toEqual(['R'])
    expect(() => readCamt053(text, 'DE89370400440532013000')).toThrow('several_accounts')
  })

  it.each([
    [
      'a document type',
      camt('').replace('<Document', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document'),
      'unsafe'
    ],
    [
      'a bomb of entities',
      '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol1 "&lol;&lol;">]><lolz>&lol1;</lolz>',
      'unsafe'
    ],
    ['a spaced declaration', camt('').replace('<Document', '<! doctype x><Document'), 'unsafe'],
    ['an entity that nobody declared', camt('<Ntry>&evil;</Ntry>'), 'unreadable'],
    ['a file that ends in the middle', camt(entry({ amount: '1', side: 'CRDT' })).slice(0, -30), 'unreadable'],
    ['no XML', 'Date;Amount\n1;2', 'unreadable'],
    ['a message of another kind', camt('').replace('camt.053', 'camt.054'), 'no_statement'],
    ['an amount with a sign', camt(entry({ amount: '-5.00', side: 'CRDT' })), 'unreadable'],
    ['an amount that is none', camt(entry({ amount: '1e9', side: 'CRDT' })), 'unreadable'],
    [
      'an entry without a day',
      camt(entry({ amount: '5.00', side: 'CRDT' }).replace(/<BookgDt>.*<\/BookgDt>/, '')),
      'unreadable'
    ]
  ])('refuses %s', (_what, text, problem) => {
    expect(() => readCamt053(text)).toThrow(problem)
  })

  it('keeps markup in a text as text', () => {
    const text = camt(entry({ amount: '5.00', side: 'DBIT', details: part('x', '5.00', '&lt;img src=x&gt;') }))
    expect(readCamt053(text).lines[0]?.name).toBe('<img src=x>')
  })

  it('reads two thousand entries within seconds', () => {
    const many = Array.from({ length: 2000 }, (_, index) =>
      entry({ amount: '0.10', side: 'CRDT', ref: `R${index}` })
    ).join('')
    const start = performance.now()
    expect(readCamt053(camt(balance('OPBD', '0.00') + many + balance('CLBD', '200.00')))).toMatchObject({
      adds_up: true
    })
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})

describe('statement files', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  it('are read in their declared encoding, or one that fits', () => {
    expect(readText(bytes('Büchel'))).toBe('Büchel')
    expect(readText(new Uint8Array([0x42, 0xfc, 0x63]))).toBe('Büc')
    expect(readText(new Uint8Array([0xff, 0xfe, 0x41, 0x00]))).toBe('A')
    expect(
      readText(new Uint8Array([...bytes('<?xml version="1.0" encoding="ISO-8859-1"?><a>'), 0xfc, ...bytes('</a>')]))
    ).toContain('ü')
  })

  it('that are not text are refused', () => {
    expect(() => readText(new Uint8Array([0x50, 0x4b, 3, 4]))).toThrow('packed')
    expect(() => readText(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]))).toThrow('unreadable')
    expect(() => readText(bytes('<?xml version="1.0" encoding="UTF-7"?><a/>'))).toThrow('unreadable')
    expect(() => readText(new Uint8Array(33 * 1024 * 1024))).toThrow('too_large')
  })
})

describe('CSV', () => {
  it('is split by any separator, with quotes and any line ends', () => {
    expect(readCsv('\uFEFFa;b\r\n"x;""1""";2\n\n;;\r3;"4\n5"')).toEqual([
      ['a', 'b'],
      ['x;"1"', '2'],
      ['3', '4\n5']
    ])
    expect(separatorOf('a,b;c;d\n1,2;3;4')).toBe(';')
    expect(separatorOf('a\tb\n1\t2')).toBe('\t')
    expect(() => readCsv('a,b\n"never closed')).toThrow('unreadable')
  })

  it('has numbers and days parsed by the format of their column', () => {
    expect([
      readFigure("1'234.50", '.'),
      readFigure('1.234,50', ','),
      readFigure('(5.00)', '.'),
      readFigure('5,00-', ','),
      readFigure('\u22127.5', '.')
    ]).toEqual([1234.5, 1234.5, -5, -5, -7.5])
    expect([
      readFigure('CHF 3.20', '.'),
      readFigure('٧٫٥', '.'),
      readFigure('', '.'),
      readFigure('Total', '.')
    ]).toEqual([3.2, 7.5, null, null])
    expect([pointOf(['1,234', '5,678']), pointOf(['1,5']), pointOf(['1.234,00']), pointOf(['12.00', '1,000'])]).toEqual(
      ['.', ',', ',', '.']
    )
    expect([
      readDay('20.11.2026', 'dmy'),
      readDay('11/20/26', 'mdy'),
      readDay('20261120', 'dmy'),
      readDay('2026-11-20T10:00', 'dmy'),
      readDay('31.02.2026', 'dmy')
    ]).toEqual(['2026-11-20', '2026-11-20', '2026-11-20', '2026-11-20', null])
  })

  it('with separate debit and credit columns becomes lines, without the sums below them', () => {
    const rows = readCsv(
      `Konto;CH93\n\nBuchungsdatum;Buchungstext;Belastung CHF;Gutschrift CHF;Saldo CHF\n20.11.2026;Auszahlung ${ID};640,00;;1'360,00\n21.11.2026;=cmd();;14,80;1'374,80\nTotal;;640,00;14,80;\n`
    )
    const mapping = guessStatement(rows)
    expect(mapping).toMatchObject({ head: 1, isOrderSure: true, point: ',' })
    const read = readStatementCsv(rows, mapping, 'CHF')
    expect(read.lines).toMatchObject([
      { booked_on: '2026-11-20', amount: -640, currency: 'CHF', end_to_end_id: ID },
      { booked_on: '2026-11-21', amount: 14.8, note: '=cmd()' }
    ])
    expect(read.closing).toEqual({ day: '2026-11-21', balance: 1374.8 })
    // The same list with its lines in reverse order, newest first.
    const turned = [...rows.slice(0, 2), ...rows.slice(2, 4).reverse()]
    expect(readStatementCsv(turned, mapping, 'CHF').closing).toEqual({ day: '2026-11-21', balance: 1374.8 })
    expect(
      readStatementCsv(turned, mapping, 'CHF')
        .lines.map((line) => line.reference)
        .sort()
    ).toEqual(read.lines.map((line) => line.reference).sort())
  })

  it('with signed amounts and references becomes lines; ambiguous days are asked about', () => {
    const rows = readCsv(
      'Date,Amount,Currency,Transaction ID,Description\n05/11/2026,-5.00,EUR,T1,Fee\n06/11/2026,7.50,EUR,T2,Stripe payout'
    )
    const mapping = guessStatement(rows)
    expect(mapping.isOrderSure).toBe(false)
    expect(readStatementCsv(rows, mapping, 'CHF').lines).toEqual([
      { reference: 'T1', booked_on: '2026-11-05', amount: -5, currency: 'EUR', note: 'Fee' },
      { reference: 'T2', booked_on: '2026-11-06', amount: 7.5, currency: 'EUR', note: 'Stripe payout' }
    ])
    expect(readStatementCsv(rows, { ...mapping, order: 'mdy' }, 'CHF').lines[0]?.booked_on).toBe('2026-05-11')
  })

  it('without a day or an amount is refused', () => {
    const rows = readCsv('a,b\n1,2')
    expect(() => readStatementCsv(rows, guessStatement(rows), 'CHF')).toThrow('no_columns')
    const empty = readCsv('Date,Amount\nx,y')
    expect(() => readStatementCsv(empty, guessStatement(empty), 'CHF')).toThrow('no_lines')
  })
})
