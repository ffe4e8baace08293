const SIDES = ['price', 'paid', 'open', 'tip', 'later', 'back', 'share'] as const

/** The sums of each booking's parts by side, with what the booking's row and the ledger say of the same. */
const sums = `
  select b.*, ${SIDES.map((side) => `coalesce(p.${side}, 0) as ${side}`).join(', ')}, p.cash, p.has_cash_rounding, p.driver, p.driver_fare, p.driver_fee, f.driver_share, app.is_employed(f.rule) as is_employed
  from public.bookings b join public.booking_finances f on f.booking_id = b.id cross join lateral (
    select ${SIDES.map((side) => `sum(p.amount) filter (where p.side = '${side}') as ${side}`).join(', ')},
      coalesce(sum(p.amount) filter (where p.side in ('paid', 'open') and p.kind = 'cash'), 0) as cash,
      coalesce(bool_or(p.kind = 'cash_rounding'), false) as has_cash_rounding,
      coalesce(sum(p.amount) filter (where p.side = 'share' and p.who = 'driver'), 0) as driver,
      coalesce(sum(p.amount) filter (where p.side = 'share' and p.who = 'driver' and p.kind = 'share'), 0) as driver_fare,
      coalesce(sum(p.amount) filter (where p.side = 'share' and p.who = 'driver' and p.kind = 'fee_share'), 0) as driver_fee
    from app.money_parts(b) p) p`

/** Rules about the parts of each booking's money (app.money_parts). Each query returns the bookings that break its rule. */
export const partRules: Record<string, string> = {
  "the parts of each booking's price add up to what it costs": `
    select id, status, price, total_amount from (${sums}) s where price <> total_amount`,
  'what is paid of each booking and what is open add up to its price': `
    select id, status, price, paid, open from (${sums}) s where paid + open <> price`,
  'the shares of each booking add up to what its rider paid, with what is open, tips, later payments and refunds': `
    select id, status, share, paid, open, tip, later, back from (${sums}) s where share <> paid + open + tip + later + back`,
  'each amount that a finished booking shows as paid is that of its row': `
    select id, status, paid, customer_paid, tip, tip_amount from (${sums}) s
    where status in ('PAID', 'COMPLETE') and (paid <> customer_paid or open <> 0) or tip <> tip_amount
      or status = 'CANCELLED' and (open <> 0 or payable_amount <> 0 or paid <> cancellation_fee)`,
  'cash is rounded only where cash is paid, or nothing is left to pay after rounding': `
    select id, status, cash, cash_rounding from (${sums}) s where has_cash_rounding and cash = 0 and payable_amount <> 0
      or has_cash_rounding and cash = 0 and cash_rounding > 0 and payment_mode <> 'wallet'`,
  "each driver's wallet got the driver's parts of the booking without the cash": `
    select s.id, s.status, s.driver, s.cash_payment_amount, m.moved from (${sums}) s cross join lateral (
      select coalesce(sum(e.amount), 0) as moved from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
      join public.ledger_accounts a on a.id = e.account_id where t.booking_id = s.id and a.user_id = s.driver_id) m
    where s.status in ('PAID', 'COMPLETE', 'CANCELLED') and m.moved <> s.driver - s.cash_payment_amount`,
  "each booking's driver_share is the driver's part of its fare or fee": `
    select id, status, driver_share, driver_fare, driver_fee from (${sums}) s
    where driver_share <> case status when 'CANCELLED' then driver_fee else driver_fare end`,
  "each driver's movements of a booking, without cash, are the driver's parts of it": `
    select s.id, s.status, s.driver, m.moved from (${sums}) s cross join lateral (select coalesce(sum(m.net - m.cash), 0) as moved
      from app.driver_moves(s.driver_id, '-infinity', 'infinity') m where m.booking_id = s.id) m
    where s.driver_id is not null and s.status in ('PAID', 'COMPLETE', 'CANCELLED') and m.moved <> s.driver`,
  "each driver's sum in the tax report equals the driver's parts": `
    select d.driver_id, d.driver, r.reported from (select driver_id, sum(driver) as driver from (${sums}) s
      where not is_employed and status in ('PAID', 'COMPLETE', 'CANCELLED') group by driver_id) d
    cross join lateral (select coalesce(sum(q.consideration - q.taxes - q.fleet_share), 0) as reported
      from (select distinct extract(year from t.created_at)::integer + n as year from public.ledger_transactions t, generate_series(-1, 1) n) y,
        app.driver_quarters(d.driver_id, y.year) q) r
    where d.driver <> r.reported`,
  "each receipt's amounts add up and equal the price of its booking": `
    select r.number, b.total_amount, r.content from public.receipts r join public.bookings b on b.id = r.booking_id
    where r.kind = 'receipt' and ((r.content ->> 'due')::numeric <> b.total_amount
      or (select sum((p ->> 'amount')::numeric) from jsonb_array_elements(r.content -> 'parts') p) <> (r.content ->> 'due')::numeric
      or (select coalesce(sum((p ->> 'amount')::numeric), 0) from jsonb_array_elements(r.content -> 'payments') p) <> (r.content ->> 'due')::numeric)`
}
