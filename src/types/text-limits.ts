// Generated from the database by scripts/generate-types.ts; do not edit.

/** How many characters the database takes in a column of text, by table. */
export const textLimits = {
  approvals: { reason: 500 },
  bank_details: { bank_account: 60, bank_code: 40, bank_name: 120 },
  bank_lines: { end_to_end_id: 100, name: 200, note: 1000, reference: 200 },
  booking_contacts: {
    delivery_instructions: 1000,
    delivery_person: 200,
    delivery_person_phone: 60,
    pick_up_instructions: 1000
  },
  booking_extras: { note: 200 },
  bookings: { guest_name: 80, reason: 500 },
  cancel_reasons: { label: 200 },
  car_types: { extra_info: 500, name: 80 },
  cases: { answer: 2000, message: 2000, reach: 200 },
  chargebacks: { dispute_ref: 300 },
  chat_messages: { message: 1000 },
  driver_charges: { note: 500 },
  driver_documents: { note: 500 },
  drivers: { other_info: 500, vehicle_color: 500, vehicle_make: 500, vehicle_model: 500, vehicle_number: 500 },
  languages: { date_locale: 35, lang_locale: 20, lang_name: 80 },
  ledger_transactions: { idempotency_key: 300 },
  no_show_fees: { objection: 500 },
  notifications: { body: 2000, title: 200 },
  payment_events: { event_id: 300 },
  payment_flags: { reason: 500 },
  payments: { charge_ref: 300, provider_ref: 300 },
  profiles: {
    date_locale: 20,
    email: 255,
    first_name: 80,
    lang_locale: 20,
    last_name: 80,
    mobile: 20,
    suspended_reason: 500
  },
  promos: { promo_description: 500, promo_name: 40 },
  provider_lines: { charge_ref: 300, line_ref: 200 },
  rating_comments: { comment: 1000 },
  receipts: { lang: 20, number: 40 },
  refunds: { provider_ref: 300 },
  saved_addresses: { description: 500, label: 40 },
  settings: { app_name: 80, company_address: 500, company_name: 500, symbol: 8 },
  tariff_windows: { name: 100 },
  tax_details: { city: 100, postal_code: 20, street: 200 },
  withdraw_requests: { reason: 500 },
  write_offs: { reason: 500 },
  zones: { name: 100 }
} as const
