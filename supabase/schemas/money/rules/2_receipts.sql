-- Receipts: invoices of paid bookings, numbered without gaps per series and year, and credit notes for refunds.

create function app.receipt_head(booking public.bookings, lang text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'company', jsonb_build_object('app_name', s.app_name, 'name', s.company_name, 'address', s.company_address,
      'website', s.company_website,
      'email', s.contact_email, 'phone', s.company_phone, 'tax_number', s.company_tax_number, 'registration',
        s.company_registration, 'bank_account', s.company_bank_account, 'bank_code', s.company_bank_code,
          'logo', s.logo),
    'money', jsonb_build_object('code', s.code, 'symbol', s.symbol, 'decimal', s."decimal", 'swipe_symbol',
      s.swipe_symbol, 'time_zone', s.time_zone,
      'country', s.country, 'convert_to_mile', s.convert_to_mile),
    'trip', jsonb_build_object('reference', (booking).reference, 'category', (booking).category, 'car_type',
      app.firm_text((booking).car_type, receipt_head.lang),
      'vehicle_number', (booking).vehicle_number, 'vehicle',
        nullif(concat_ws(' ', (booking).vehicle_make, (booking).vehicle_model), ''),
      'pickup', (booking).pickup_address, 'drop', (booking).drop_address, 'pickup_at', (booking).started_at, 'drop_at',
        (booking).reached_at,
      'stops', (select coalesce(jsonb_agg(t.address order by t.position), '[]') from public.booking_stops t
        where t.booking_id = (booking).id and t.address <> ''),
      'distance', coalesce((booking).distance, (booking).estimate_distance), 'secs',
        coalesce((booking).total_trip_time, (booking).estimate_time)))
  from public.settings s where s.id = 1
$$;
comment on function app.receipt_head is
  'The current data of company, money and trip, with which receipts and credit notes begin. The firm''s own texts are '
  'in the language of the document.';

create function app.receipt_payments(booking public.bookings) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('way', p.kind, 'provider', p.name, 'amount', p.amount))
    order by array_position('{wallet,card,cash,goodwill,written_off}'::text[], p.kind), p.kind, p.name), '[]')
  from app.money_parts(booking) p where p.side = 'paid'
$$;
comment on function app.receipt_payments is
  'How a PAID booking was paid; the amounts add up to the amount that was due. A negative amount went back to the '
  'wallet, because more was paid than due.';

create function app.receipt_content(booking public.bookings, lang text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select app.receipt_head(booking, receipt_content.lang) || jsonb_build_object('lines',
    (select coalesce(jsonb_agg(case when l ? 'name' then
      jsonb_set(l, '{name}', to_jsonb(app.firm_text(l ->> 'name', receipt_content.lang))) else l end order by n), '[]')
      from jsonb_array_elements((booking).fare_lines) with ordinality e (l, n)), 'total', (booking).trip_cost,
    'tax', (booking).tax_amount, 'tax_percent', app.amount_in(f.rule -> 'tax_percent'), 'tax_name',
      app.firm_text((app.settings()).tax_name, receipt_content.lang), 'discount', (booking).discount_amount,
    'promo_code', (booking).promo_code, 'rounding', (booking).cash_rounding, 'due', (booking).total_amount,
    'parts', (booking).price_parts, 'payments', app.receipt_payments(booking), 'paid_at', (booking).paid_at)
  from public.booking_finances f where f.booking_id = (booking).id
$$;

-- Content of what follows a receipt: a credit note for money that went back, or the invoice of an addition that the
-- rider accepted to pay. The tax of a refund is a part of the tax of the price as it is now, in proportion to it; money
-- beyond the price, such as what cash rounding added, contains no tax. The tax of a changed price is the difference
-- between the taxes of both prices.
create function app.later_receipt_content(booking public.bookings, receipt public.receipts,
  transaction_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  with moved as (
    select case when a.kind = 'refunds_due' then 'card' else 'wallet' end as way, abs(sum(e.amount)) as amount
    from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
    where e.transaction_id = later_receipt_content.transaction_id
      and (a.kind = 'refunds_due' or a.user_id = (booking).customer_id)
    group by 1
    union all select 'goodwill', c.to_operator from app.fare_changes c
      where c.transaction_id = later_receipt_content.transaction_id and c.to_operator > 0),
  whole as (select sum(m.amount) as amount, jsonb_agg(jsonb_build_object('way', m.way, 'amount', m.amount)
    order by m.way) as ways from moved m)
  select app.receipt_head(booking, (receipt).lang) || jsonb_build_object('receipt', (receipt).number, 'receipt_at',
    (receipt).issued_at,
    'amount', w.amount, 'ways', w.ways, 'tax_percent', (receipt).content -> 'tax_percent', 'tax_name',
      coalesce((receipt).content ->> 'tax_name', ''),
    'tax', coalesce(abs(c.tax),
      (app.split_part(w.amount, array[f.tax, f.price - f.tax], array[f.tax_before, f.before - f.tax_before],
      ((receipt).content #>> '{money,decimal}')::integer))[1]),
    'at', (select t.created_at from public.ledger_transactions t where t.id = later_receipt_content.transaction_id))
  from whole w
  left join app.fare_changes c on c.transaction_id = later_receipt_content.transaction_id
  cross join (select ((receipt).content ->> 'tax')::numeric + k.tax as tax, (booking).trip_cost + k.price as price,
    n.before, n.tax_before
    from (select coalesce(sum(k.tax), 0) as tax, coalesce(sum(k.driver_share + k.convenience_fees), 0) as price
      from app.fare_changes k where k.booking_id = (booking).id) k
    cross join (select coalesce(sum((n.content ->> 'amount')::numeric), 0) as before,
      coalesce(sum((n.content ->> 'tax')::numeric), 0) as tax_before
      from public.receipts n where n.booking_id = (booking).id and n.kind = 'credit_note'
        and not exists (select from app.fare_changes k where k.transaction_id = n.transaction_id)) n) f
$$;
