/** The diagrams of docs/reference/data-model.md: which tables are drawn together. A table that is in no list goes into the last group. */
export const groups: readonly { key: string; title: string; tables: readonly string[] }[] = [
  {
    key: 'people',
    title: 'People',
    tables: [
      'profiles',
      'drivers',
      'vehicles',
      'bank_details',
      'driver_documents',
      'saved_addresses',
      'ratings',
      'rating_comments'
    ]
  },
  {
    key: 'catalogue',
    title: 'Catalogues',
    tables: ['settings', 'languages', 'car_types', 'cancel_reasons', 'promos', 'zones', 'tariff_windows']
  },
  {
    key: 'booking',
    title: 'Bookings',
    tables: [
      'fare_quotes',
      'app.fare_quote_rules',
      'bookings',
      'booking_contacts',
      'booking_transitions',
      'booking_events',
      'booking_finances',
      'booking_stops',
      'booking_revisions',
      'booking_extras',
      'promo_uses',
      'app.start_codes',
      'app.code_overrides'
    ]
  },
  {
    key: 'dispatch',
    title: 'Dispatch',
    tables: [
      'driver_positions',
      'app.driver_states',
      'tracking_points',
      'app.trip_watch',
      'app.position_jumps',
      'booking_offers',
      'dispatch_waves',
      'app.dispatch_queue'
    ]
  },
  {
    key: 'money',
    title: 'Money',
    tables: [
      'ledger_accounts',
      'ledger_transactions',
      'ledger_entries',
      'payments',
      'payment_events',
      'app.payment_jobs',
      'app.card_credits',
      'refunds',
      'chargebacks',
      'no_show_fees',
      'withdraw_requests'
    ]
  },
  {
    key: 'messages',
    title: 'Messages',
    tables: ['chat_messages', 'desk_messages', 'notices', 'notifications', 'push_tokens', 'app.outbox']
  },
  {
    key: 'reports',
    title: 'Reports',
    tables: ['earnings_months', 'earnings_days', 'app.earnings_totals', 'audit_log', 'app.attention_sent', 'app.alarms']
  },
  { key: 'behind', title: 'Behind the scenes', tables: ['app.clock', 'app.rate_limits', 'app.code_tries'] }
]

/** The key of the group to which a table belongs. */
export function groupOf(table: string): string {
  return (groups.find((group) => group.tables.includes(table)) ?? groups.at(-1))?.key ?? ''
}
