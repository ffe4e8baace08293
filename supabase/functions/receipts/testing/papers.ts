import type { LaterContent, ReceiptContent, ReceiptDocument } from '../contract.ts'

const head = {
  company: {
    app_name: 'Hackney',
    name: 'Rigi Taxi AG',
    address: 'Landstrasse 7\n9490 Vaduz',
    website: 'https://rigi.example',
    email: 'desk@rigi.example',
    phone: '+423 555 99 99',
    tax_number: 'CHE-123.456.789 MWST',
    registration: 'Handelsregister Vaduz FL-0002.123.456-7',
    logo: '',
  },
  money: {
    code: 'CHF',
    symbol: 'CHF',
    decimal: 2,
    swipe_symbol: false,
    time_zone: 'Europe/Vaduz',
    country: 'LI',
    convert_to_mile: false,
  },
  trip: {
    reference: 'QWERTZ',
    category: 'taxi',
    car_type: 'Cab',
    vehicle_number: 'FL 12345',
    vehicle: 'Škoda Superb',
    pickup: 'Städtle 49, 9490 Vaduz',
    stops: ['Bahnhofstrasse 3, 9494 Schaan'],
    drop: 'شارع الأمير 12، Balzers',
    pickup_at: '2026-11-20T13:32:00Z',
    drop_at: '2026-11-20T13:51:00Z',
    distance: 7.412,
    secs: 1140,
  },
}

export const receipt: ReceiptContent = {
  ...head,
  lines: [
    { key: 'base_fare', amount: 5 },
    { key: 'distance', amount: 14.82, quantity: 7.412, unit: 'km', rate: 2 },
    { key: 'time', amount: 7.6, quantity: 19, unit: 'min', rate: 0.4 },
    { key: 'zone_surcharge', amount: 3, name: 'Bahnhof' },
    { key: 'toll', amount: 2.5, name: 'Tunnel' },
  ],
  total: 32.92,
  tax: 2.47,
  tax_percent: 8.1,
  parts: [
    { kind: 'fare', amount: 32.92 },
    { kind: 'promotion', amount: -3, name: 'SNOW' },
    { kind: 'cash_rounding', amount: 0.03 },
  ],
  due: 29.95,
  payments: [{ way: 'wallet', amount: 10 }, { way: 'cash', amount: 19.95 }],
  paid_at: '2026-11-20T13:53:00Z',
}

export const creditNote: LaterContent = {
  ...head,
  receipt: 'R-000123',
  receipt_at: '2026-11-20T13:53:01Z',
  amount: 4,
  tax: 0.3,
  tax_percent: 8.1,
  ways: [{ way: 'wallet', amount: 4 }],
  at: '2026-11-21T09:00:00Z',
}

interface Change {
  lang?: string
  kind?: ReceiptDocument['kind']
  number?: string
  customer_name?: string
  content?: Partial<ReceiptContent>
  tip?: number
}

/** A row of `booking_receipts`, as tests need it. */
export function paper({ kind = 'receipt', content, tip = 0, ...change }: Change = {}): ReceiptDocument {
  const base = {
    id: '0d000000-0000-4000-8000-000000000001',
    booking_id: '0d000000-0000-4000-8000-000000000002',
    number: kind === 'receipt' ? 'R-000123' : 'R-000124',
    issued_at: '2026-11-20T13:53:01Z',
    lang: 'en',
    customer_name: 'محمد Ali الأحمد',
    guest_name: null,
    driver_name: 'Jürg Čapek',
    ...change,
  }
  return kind === 'receipt'
    ? { ...base, kind, content: { ...receipt, ...content }, tip }
    : { ...base, kind, content: creditNote }
}
