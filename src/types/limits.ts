// Generated from the database by scripts/generate-types.ts; do not edit.

/** Minimum and maximum of number columns, by table. */
export const numberLimits = {
  booking_stops: { position: [1, 23] },
  car_types: {
    base_fare: [0, 1000000],
    convenience_fees: [0, 1000000],
    min_fare: [0, 1000000],
    rate_per_hour: [0, 1000000],
    rate_per_unit_distance: [0, 1000000],
    seats: [0, 1000],
    sort_order: [-100000, 100000],
    waiting_rate_per_hour: [0, 1000000]
  },
  paper_kinds: { place: [0, 1000] },
  payment_methods: { exp_month: [1, 12], exp_year: [2000, 2200] },
  profiles: { rating: [1, 5] },
  promos: { max_promo_discount_value: [0, 1000000], min_order: [0, 1000000], promo_usage_limit: [0, 1000000000] },
  ratings: { stars: [1, 5] },
  receipts: { year: [2000, 9999] },
  settings: {
    assign_timeout: [1, 86400],
    bank_change_hours: [0, 720],
    bonus: [0, 1000000],
    break_after_minutes: [0, 1440],
    break_minutes: [1, 600],
    cancellation_driver_percent: [0, 100],
    card_hold_percent: [0, 200],
    cash_goodwill: [0, 100000],
    cash_unit: [0, 100000],
    cheaper_route_percent: [0, 100],
    codes_per_number: [1, 1000000],
    codes_per_prefix: [1, 1000000],
    credit_limit: [0, 1000000],
    decimal: [0, 4],
    driver_radius: [0, 1000],
    export_limit: [0, 1000000],
    extra_limit: [0, 100000],
    fleet_percent: [0, 100],
    free_cancellations: [0, 1000],
    free_wait: [0, 1440],
    late_report_minutes: [0, 60],
    late_text_minutes: [1, 120],
    later_claims_max: [1, 50],
    later_days: [1, 365],
    lead_minutes: [0, 10080],
    newcomers_per_network: [0, 1000000],
    next_job_km: [0, 20],
    offer_timeout: [1, 3600],
    parcels_at_once: [1, 10],
    payout_limit: [0, 1000000],
    payout_weekday: [1, 7],
    phone_dormant_days: [0, 3650],
    receipt_start: [1, 99999999],
    referral_min_km: [0, 1000],
    referral_min_minutes: [0, 1440],
    referral_monthly_cap: [0, 10000],
    reminder_minutes: [0, 10080],
    search_minutes: [5, 240],
    sms_day_limit: [0, 1000000],
    sms_price: [0, 1000],
    tax_percent: [0, 100],
    tip_lock_days: [0, 365],
    tip_max: [0, 1000000],
    topup_lock_days: [0, 3650],
    topup_max: [0, 1000000],
    topup_min: [0, 1000000],
    wave_count: [1, 20],
    wave_size: [1, 500]
  },
  vehicles: { child_seats: [0, 4], luggage: [0, 20], seats: [1, 20] }
} as const

/** Limits of number columns, by table. `above` and `below` are not allowed themselves; `from` and `to` are. */
export const openLimits = {
  promos: { promo_discount_value: { above: 0, to: 1000000 } },
  tariff_windows: { amount: { above: 0, below: 1000000 }, percent: { above: 0, to: 1000 } },
  zones: { amount: { from: 0, below: 1000000 }, percent: { above: 0, to: 1000 } }
} as const

/** Columns with price lists: most entries, largest amount, longest description (characters; null: entries have none). */
export const priceLists = {
  car_types: {
    cancel_slab: { entries: 100, most: 1000000, description: null },
    options: { entries: 100, most: 1000000, description: 200 },
    parcel_types: { entries: 100, most: 1000000, description: 200 }
  }
} as const

/** Patterns of the settings' texts, as regular expressions. */
export const patterns = {
  settings: {
    apple_store_link: '^(https?://[^\\s]+)?$',
    brand_color: '^(#[0-9a-f]{6})?$',
    code: '^[A-Z]{3}$',
    company_bank_account: '^[A-Z0-9 ]{0,42}$',
    company_bank_code: '^([A-Z0-9]{8}([A-Z0-9]{3})?)?$',
    company_phone: '^([+][1-9][0-9]{5,14}(;ext=[0-9]{1,6})?|[0-9]{2,6})?$',
    company_tax_number: '^[A-Za-z0-9 ./-]{0,40}$',
    company_terms: '^(https?://[^\\s]+)?$',
    company_website: '^(https?://[^\\s]+)?$',
    contact_email: '^([^@\\s]+@[^@\\s]+)?$',
    country: '^[A-Z]{2}$',
    facebook_handle: '^(https?://[^\\s]+|@?[A-Za-z0-9._-]{1,80})?$',
    instagram_handle: '^(https?://[^\\s]+|@?[A-Za-z0-9._-]{1,80})?$',
    logo: '^(logo-[a-z0-9-]{1,60})?$',
    panic: '^([+][1-9][0-9]{5,14}(;ext=[0-9]{1,6})?|[0-9]{2,6})?$',
    play_store_link: '^(https?://[^\\s]+)?$',
    quiet_from: '^(([01][0-9]|2[0-3]):[0-5][0-9])?$',
    quiet_to: '^(([01][0-9]|2[0-3]):[0-5][0-9])?$',
    receipt_prefix: '^[A-Z0-9/-]{0,12}$',
    sms_countries: '^([*]|[A-Z]{2}( [A-Z]{2}){0,249})?$',
    twitter_handle: '^(https?://[^\\s]+|@?[A-Za-z0-9._-]{1,80})?$'
  }
} as const

/** Settings with a closed list of values. */
export const choices = {
  settings: {
    app_category: ['taxi', 'delivery', 'both'],
    cheaper_route: ['agree', 'compensate'],
    dispatch_mode: ['waves', 'all'],
    fare_mode: ['metered', 'upfront'],
    legal_template: ['none', 'gdpr', 'plain'],
    mail_booked: ['off', 'without_app', 'everybody'],
    mail_cancelled: ['off', 'without_app', 'everybody'],
    mail_changed: ['off', 'without_app', 'everybody'],
    mail_delayed: ['off', 'without_app', 'everybody'],
    mail_driver: ['off', 'without_app', 'everybody'],
    mail_outside: ['off', 'without_app', 'everybody'],
    mail_receipt: ['off', 'without_app', 'everybody'],
    on_decline: ['cancel', 'requeue'],
    refund_to: ['wallet', 'source'],
    text_booked: ['off', 'without_app', 'everybody'],
    text_cancelled: ['off', 'without_app', 'everybody'],
    text_changed: ['off', 'without_app', 'everybody'],
    text_delayed: ['off', 'without_app', 'everybody'],
    text_driver: ['off', 'without_app', 'everybody'],
    text_outside: ['off', 'without_app', 'everybody'],
    text_receipt: ['off', 'without_app', 'everybody']
  }
} as const
