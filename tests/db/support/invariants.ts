import type postgres from 'postgres'
import type { Report } from './outcomes.ts'
import { partRules } from './parts.ts'
import { reportDifferences } from './reports.ts'

/**
 * Rules that hold after every transaction, no matter what people did at the same time and when the server was killed. Each query
 * returns the rows that break its rule. It reads the tables again and does not rely on the constraints that enforce the rule.
 */
const invariants: Record<string, string> = {
  'no driver has two engaged bookings, except parcels with the same pickup': `
    select driver_id, count(*) from public.bookings where engaged_at is not null and status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
    group by driver_id having count(*) > 1 and (count(*) filter (where not is_along) > 1 or bool_or(category = 'taxi')
      or count(*) > (select parcels_at_once from public.settings)
      or max(pickup_lat) - min(pickup_lat) > 0.001 or max(pickup_lng) - min(pickup_lng) > 0.0015)`,
  'a booking has a driver from ACCEPTED on, and none while it is NEW or PAYMENT_PENDING': `
    select id, status, driver_id from public.bookings
    where (status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE') and driver_id is null)
      or (status in ('NEW', 'PAYMENT_PENDING') and driver_id is not null)`,
  'a booking has at most one accepted offer, and it is that of its driver': `
    select o.booking_id, count(*) from public.booking_offers o join public.bookings b on b.id = o.booking_id where o.status = 'accepted'
    group by o.booking_id having count(*) > 1 or bool_or(b.status in ('ACCEPTED', 'ARRIVED', 'STARTED') and b.driver_id <> o.driver_id)`,
  "each booking's history is a chain of steps that ends at its status": `
    select b.id, b.status from public.bookings b
    cross join lateral (select e.*, lag(e.to_status) over (order by e.id) as before, lead(e.id) over (order by e.id) as next
      from public.booking_events e where e.booking_id = b.id) e
    where e.from_status is distinct from e.before or (e.next is null and e.to_status <> b.status)
    union all select b.id, b.status from public.bookings b
    where not exists (select 1 from public.booking_events e where e.booking_id = b.id)`,
  'every booking is found by the words of its row and its contacts': `
    select b.id from public.bookings b left join app.booking_words w on w.booking_id = b.id where w.words is distinct from app.search_words_of(b)`,
  'the hash chains of events are intact': `
    select e.id from (select e.*, lag(e.hash, 1, '') over (partition by e.booking_id order by e.id) as before from public.booking_events e) e
    where e.prev_hash <> e.before or e.hash <> encode(sha256(convert_to(jsonb_build_array(e.booking_id, e.from_status, e.to_status,
      e.actor_id, e.actor_role, e.lat, e.lng, extract(epoch from e.at), e.note, e.prev_hash)::text || coalesce(extract(epoch from e.reported_at)::text, ''), 'UTF8')), 'hex')`,
  'exactly the NEW bookings are in the dispatch queue': `
    select b.id, b.status from public.bookings b left join app.dispatch_queue q on q.booking_id = b.id
    where (b.status = 'NEW') <> (q.booking_id is not null)`,
  'no driver who is off duty, unapproved or busy is marked as available': `
    select p.driver_id from public.driver_positions p join public.drivers d on d.id = p.driver_id join public.profiles r on r.id = d.id
    where p.available and (not d.driver_active_status or not r.approved or exists (select 1 from public.bookings b
      where b.driver_id = d.id and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')))`,
  "the receipts of each series and year are numbered without a gap from the series' first to its last number": `
    select s.series, s.year, s.first, s.last, count(r.id), min(r.serial), max(r.serial) from app.receipt_series s
    full join public.receipts r on r.series = s.series and r.year = s.year group by s.series, s.year, s.first, s.last
    having count(r.id) is distinct from s.last - s.first + 1 or min(r.serial) <> s.first or max(r.serial) <> s.last`,
  'each paid booking has a receipt or waits for one': `
    select b.id from public.bookings b where b.paid_at is not null
      and not exists (select 1 from public.receipts r where r.booking_id = b.id and r.kind = 'receipt')
      and not exists (select 1 from app.receipts_due d where d.booking_id = b.id and d.transaction_id is null)`,
  'no quote is booked twice': `
    select quote_id, count(*) from public.bookings where quote_id is not null group by quote_id having count(*) > 1`,
  'each fare can be computed again from its stored inputs': `
    select f.booking_id from public.booking_finances f where app.compute_fare(f.rule, f.quote_inputs) <> f.quote_fare
      or (f.final_inputs is not null and not 'held_at_quote' = any (f.flags) and app.compute_fare(f.rule, f.final_inputs) <> f.final_fare)`,
  'no amount of a booking is below zero': `
    select id, status, payable_amount from public.bookings
    where payable_amount < 0 or cash_payment_amount < 0 or card_payment_amount < 0 or used_wallet_money < 0 or discount_amount < 0`
}

/** Rules about money: within the ledger, and between the ledger and the other tables. */
const money: Record<string, string> = {
  'every ledger transaction adds up to zero': `
    select transaction_id, sum(amount) from public.ledger_entries group by transaction_id having sum(amount) <> 0`,
  'the whole ledger adds up to zero': `select sum(amount) from public.ledger_entries having sum(amount) <> 0`,
  'every wallet balance equals the sum of its ledger entries': `
    select p.id, p.wallet_balance, p.bonus_balance, sum(e.amount) from public.profiles p
    left join public.ledger_accounts a on a.user_id = p.id left join public.ledger_entries e on e.account_id = a.id
    group by p.id having p.wallet_balance <> coalesce(sum(e.amount), 0)
      or p.bonus_balance <> coalesce(sum(e.amount) filter (where a.kind = 'bonus'), 0)`,
  'the running balances of a wallet follow its entries': `
    select e.id from (select e.*, sum(e.amount) over (partition by a.user_id order by e.id) as total from public.ledger_entries e
      join public.ledger_accounts a on a.id = e.account_id where a.user_id is not null) e
    where e.balance is distinct from e.total`,
  'bonus money moves only by referrals, fares, their refunds and forfeits': `
    select t.kind, e.amount from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id and a.kind = 'bonus'
    join public.ledger_transactions t on t.id = e.transaction_id
    where t.kind <> 'testing' and not (case t.kind when 'referral' then e.amount > 0 when 'wallet_payment' then e.amount < 0
      when 'bonus_forfeited' then e.amount < 0 else t.kind in ('settlement', 'cancellation', 'refund', 'fare_change') and e.amount > 0 end)`,
  'no booking returns more bonus money than it took': `
    select t.booking_id, sum(e.amount) from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id and a.kind = 'bonus'
    join public.ledger_transactions t on t.id = e.transaction_id where t.booking_id is not null
    group by t.booking_id, a.user_id having sum(e.amount) > 0`,
  'the held account of each paid or cancelled booking is empty': `
    select b.id, b.status, sum(e.amount) from public.bookings b join public.ledger_accounts a on a.booking_id = b.id
    join public.ledger_entries e on e.account_id = a.id where b.status in ('PAID', 'COMPLETE', 'CANCELLED')
    group by b.id having sum(e.amount) <> 0`,
  'no held account is below zero': `
    select a.name, sum(e.amount) from public.ledger_accounts a join public.ledger_entries e on e.account_id = a.id
    where a.kind = 'held' group by a.name having sum(e.amount) < 0`,
  'no payment, tip or withdrawal leaves a wallet below zero': `
    select a.user_id, t.kind, e.amount, e.balance from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
    join public.ledger_transactions t on t.id = e.transaction_id
    where t.kind in ('wallet_payment', 'tip', 'withdrawal') and a.kind = 'wallet' and e.amount < 0 and e.balance < 0`,
  'the held account of each open booking equals what its rider has paid': `
    select b.id, b.status, b.customer_paid, app.ledger_balance('held:' || b.id) from public.bookings b
    where b.status not in ('PAID', 'COMPLETE', 'CANCELLED') and app.ledger_balance('held:' || b.id) <> b.customer_paid`,
  'the payouts account equals the open withdrawal requests': `
    select * from (select (select coalesce(sum(e.amount), 0) from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
        where a.kind = 'payouts_pending') as pending,
      (select coalesce(sum(amount), 0) from public.withdraw_requests where not processed and rejected_at is null) as asked) s
    where pending <> asked`,
  'each paid booking has one settlement in the ledger, and no other booking has one': `
    select b.id, b.status, count(t.*) from public.bookings b left join public.ledger_transactions t on t.booking_id = b.id and t.kind = 'settlement'
    group by b.id having count(t.*) <> (b.status in ('PAID', 'COMPLETE'))::integer`,
  'the accounts of fees and promotions equal the sums of the paid bookings of owner-drivers': `
    select * from (select (select coalesce(sum(e.amount), 0) from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
        join public.ledger_transactions t on t.id = e.transaction_id left join public.booking_finances f on f.booking_id = t.booking_id
        where a.kind in ('revenue.convenience', 'expense.promotions') and not app.is_employed(f.rule)) as earned,
      (select coalesce(sum(f.convenience_fees - b.discount_amount), 0) from public.bookings b join public.booking_finances f on f.booking_id = b.id
        where b.status in ('PAID', 'COMPLETE') and not app.is_employed(f.rule)) + (select coalesce(sum(c.convenience_fees - c.discount_amount), 0)
        from app.fare_changes c join public.booking_finances f on f.booking_id = c.booking_id where not app.is_employed(f.rule)) as due) s where earned <> due`,
  'the settlement of an employee’s ride gives its tax to the tax account and the rest of its price to the firm': `
    select * from (select b.id, b.tax_amount, f.convenience_fees, coalesce(sum(e.amount) filter (where a.kind = 'tax'), 0) as tax,
        coalesce(sum(e.amount) filter (where a.kind = 'revenue.convenience'), 0) as revenue
      from public.bookings b join public.booking_finances f on f.booking_id = b.id
      left join public.ledger_transactions t on t.idempotency_key = 'settlement:' || b.id left join public.ledger_entries e on e.transaction_id = t.id
      left join public.ledger_accounts a on a.id = e.account_id where app.is_employed(f.rule) and b.status in ('PAID', 'COMPLETE') group by b.id, f.booking_id) s
    where tax <> tax_amount or revenue <> convenience_fees - tax_amount`,
  'the wallet of an employee gets nothing of a ride but tips and what the desk decides about cash and tolls': `
    select b.id, t.kind, e.amount from public.bookings b join public.booking_finances f on f.booking_id = b.id and app.is_employed(f.rule)
    join public.ledger_transactions t on t.booking_id = b.id join public.ledger_entries e on e.transaction_id = t.id
    join public.ledger_accounts a on a.id = e.account_id and a.user_id = b.driver_id
    where t.kind not in ('tip', 'cash_difference', 'extra') and not (t.kind = 'settlement' and e.amount = -b.cash_payment_amount)
      and not exists (select from public.cash_reports r where r.booking_id = b.id)`,
  'the rounding account equals the cash rounding of the paid bookings': `
    select * from (select (select coalesce(sum(e.amount), 0) from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
        join public.ledger_transactions t on t.id = e.transaction_id where a.kind = 'rounding' and t.kind = 'settlement') as booked,
      (select coalesce(sum(b.cash_rounding), 0) from public.bookings b where b.status in ('PAID', 'COMPLETE')) as due) s where booked <> due`,
  // What a driver reports, or the desk believes, may be any amount.
  'each cash amount is a multiple of the smallest coin, rounded by at most half a coin': `
    select b.id, b.status, b.cash_payment_amount, b.cash_rounding from public.bookings b join public.booking_finances f on f.booking_id = b.id
    cross join lateral (select nullif((f.rule ->> 'cash_unit')::numeric, 0) as unit) u
    where b.cash_rounding <> 0 and (u.unit is null or 2 * abs(b.cash_rounding) > u.unit)
      or b.status in ('PENDING', 'PAID', 'COMPLETE') and b.cash_payment_amount % u.unit <> 0
        and not exists (select from public.cash_reports r where r.booking_id = b.id)`,
  'each cancellation fee went to the operator and the driver': `
    select b.id, b.cancellation_fee, sum(e.amount) from public.bookings b
    left join public.ledger_transactions t on t.booking_id = b.id and t.kind in ('cancellation', 'cancellation_share', 'no_show_waived', 'fee_reversed') left join public.ledger_entries e on e.transaction_id = t.id
    left join public.ledger_accounts a on a.id = e.account_id
    group by b.id having b.cancellation_fee <>
      coalesce(sum(e.amount) filter (where a.kind = 'revenue.cancellation' or a.user_id = b.driver_id), 0)`,
  "a driver's part of an owed fee is computed from what the rider has paid of it": `
    select d.booking_id, d.fee, d.unpaid, sum(e.amount) from app.fee_debts d join public.bookings b on b.id = d.booking_id
    left join public.ledger_transactions t on t.booking_id = b.id and t.kind in ('cancellation', 'cancellation_share', 'no_show_waived', 'fee_reversed')
    left join public.ledger_accounts a on a.user_id = b.driver_id left join public.ledger_entries e on e.transaction_id = t.id and e.account_id = a.id
    group by d.booking_id having coalesce(sum(e.amount), 0) <> round((d.fee - d.unpaid) * d.percent / 100, (select s."decimal" from public.settings s))`,
  'each tip went to the driver in full': `
    select b.id, b.tip_amount, sum(e.amount) from public.bookings b
    left join public.ledger_transactions t on t.booking_id = b.id and t.kind = 'tip' left join public.ledger_entries e on e.transaction_id = t.id
    left join public.ledger_accounts a on a.id = e.account_id and a.user_id = b.driver_id
    group by b.id having b.tip_amount <> coalesce(sum(e.amount) filter (where a.id is not null), 0)`,
  "a provider's account equals its captured payments minus fees, refunds and chargebacks": `
    select p.provider, sum(p.captured_amount), sum(p.fee) from public.payments p where p.status = 'paid' group by p.provider
    having (select coalesce(sum(e.amount), 0) from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
        join public.ledger_transactions t on t.id = e.transaction_id where a.name = 'clearing:' || p.provider
          and t.kind in ('card_payment', 'topup', 'debt_payment', 'fee_payment', 'tip', 'late_payment', 'refund_confirmed', 'chargeback', 'chargeback_won', 'provider_fee'))
      <> sum(p.fee) - sum(p.captured_amount) + (select coalesce(sum(r.amount), 0) from public.refunds r
        join public.payments q on q.id = r.payment_id where q.provider = p.provider and r.status = 'done')
      + (select coalesce(sum(c.amount), 0) from public.chargebacks c where c.provider = p.provider and c.status <> 'won')`,
  'the expense of provider fees equals the fees of the payments to the cent': `
    select * from (select (select coalesce(sum(e.amount), 0) from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
        join public.ledger_transactions t on t.id = e.transaction_id where a.kind = 'expense.provider_fees' and t.kind = 'provider_fee') as booked,
      (select coalesce(sum(p.fee), 0) from public.payments p) as kept) s where booked <> -kept`,
  'the chargebacks account of each provider equals its open chargebacks': `
    select c.provider, sum(c.amount) filter (where c.status = 'open') from public.chargebacks c group by c.provider
    having app.ledger_balance('chargebacks:' || c.provider) <> -coalesce(sum(c.amount) filter (where c.status = 'open'), 0)`,
  'no more of a payment is disputed than was captured': `
    select p.id, p.captured_amount, p.disputed_amount, c.amount from public.payments p
    cross join lateral (select coalesce(sum(c.amount), 0) as amount from public.chargebacks c where c.payment_id = p.id and c.status <> 'won') c
    where p.disputed_amount <> c.amount or c.amount > p.captured_amount`,
  'no payment is refunded by more than was captured, and its refunded amount equals its refunds': `
    select p.id, p.captured_amount, p.refunded_amount, r.amount from public.payments p
    cross join lateral (select coalesce(sum(r.amount), 0) as amount from public.refunds r where r.payment_id = p.id and r.status <> 'dropped') r
    where p.refunded_amount > p.captured_amount or p.refunded_amount <> r.amount and not exists (select 1 from public.payment_events e
      where e.payment_id = p.id and e.outcome = 'late' and p.refunded_amount = p.captured_amount and r.amount = 0)`,
  'the refunds_due account of each provider equals its due refunds': `
    select a.provider, sum(e.amount) from public.ledger_accounts a join public.ledger_entries e on e.account_id = a.id where a.kind = 'refunds_due'
    group by a.provider having sum(e.amount) <> (select coalesce(sum(r.amount), 0) from public.refunds r
      join public.payments p on p.id = r.payment_id where p.provider = a.provider and r.status = 'due')`,
  'each due refund has a payment job that is queued or that the desk sees as stuck': `
    select r.id from public.refunds r left join app.payment_jobs j on j.refund_id = r.id where r.status = 'due' and coalesce(j.status, 'done') = 'done'`,
  'each authorized hold of a finished or cancelled ride has a job that captures or voids it': `
    select p.id, b.status from public.payments p join public.bookings b on b.id = p.booking_id
    where p.status = 'authorized' and b.status in ('PENDING', 'PAID', 'COMPLETE', 'CANCELLED') and not exists (select 1 from app.payment_jobs j
      where j.payment_id = p.id and j.kind in ('capture', 'void') and j.status <> 'done')`,
  'a booking has at most one authorized hold without a job that voids it': `
    select p.booking_id, count(*) from public.payments p where p.status = 'authorized' and not exists (select 1 from app.payment_jobs j
      where j.payment_id = p.id and j.kind = 'void' and j.status <> 'done') group by p.booking_id having count(*) > 1`,
  'no payment is captured above its hold': `
    select p.id, p.authorized_amount, p.captured_amount from public.payments p where p.authorized_amount > 0 and p.captured_amount > p.authorized_amount`,
  'no card credit is higher than what its transaction paid into the wallet': `
    select c.transaction_id, c.user_id, c.amount from app.card_credits c where c.amount > (select coalesce(sum(e.amount), 0) from public.ledger_entries e
      join public.ledger_accounts a on a.id = e.account_id where e.transaction_id = c.transaction_id and a.user_id = c.user_id and a.kind = 'wallet' and e.amount > 0)`,
  'each paid payment has exactly one event that paid it, and no other payment has one': `
    select p.id, p.status, count(e.*) from public.payments p left join public.payment_events e on e.payment_id = p.id and e.outcome in ('paid', 'late')
    where not exists (select 1 from public.payment_flags f where f.payment_id = p.id)
    group by p.id having count(e.*) <> (p.status = 'paid')::integer`,
  'each change of a fare divided its money, and its rider paid or got the rest': `
    select c.transaction_id from app.fare_changes c join public.bookings b on b.id = c.booking_id
    join public.booking_finances f on f.booking_id = b.id cross join lateral (select
        coalesce(sum(e.amount) filter (where a.kind = 'tax'), 0) as tax, coalesce(sum(e.amount) filter (where a.kind = 'revenue.convenience'), 0) as fees,
        coalesce(sum(e.amount) filter (where a.kind = 'refunds_due' or a.user_id = b.customer_id), 0) as rider
      from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id where e.transaction_id = c.transaction_id) e
    where (e.tax, case when app.is_employed(f.rule) then c.convenience_fees else e.fees end, e.rider) <> (c.tax_booked, c.convenience_fees, c.discount_amount - c.driver_share - c.convenience_fees - c.to_operator)`,
  'the tax of each corrected fare is the tax of its last price to the cent': `
    select b.id, n.tax, n.price from public.bookings b join public.booking_finances f on f.booking_id = b.id
    cross join lateral (select (app.current_fare(b)).*) n0 cross join lateral (select n0.tax, n0.driver_share + n0.convenience_fees as price) n
    where exists (select from app.fare_changes c where c.booking_id = b.id) and n.tax <> round(n.price * (f.rule ->> 'tax_percent')::numeric
      / (100 + (f.rule ->> 'tax_percent')::numeric), (f.rule ->> 'decimal')::integer)`,
  'each reversed decision moved its amount back once, and the two transactions cancel each other on the wallet': `
    select d.id, d.kind, d.amount, r.moved from public.money_decisions d cross join lateral (select coalesce(sum(e.amount), 0) as moved from public.ledger_entries e
      join public.ledger_accounts a on a.id = e.account_id where e.transaction_id = d.reversal_id and a.user_id = d.user_id) r
    where d.reversed_at is not null and r.moved <> case when d.kind in ('cash', 'extra') then (select coalesce(-sum(e.amount), 0) from public.ledger_entries e
        join public.ledger_accounts a on a.id = e.account_id where e.transaction_id = d.transaction_id and a.user_id = d.user_id)
      when d.kind in ('credit', 'no_show_waiver', 'write_off') then -d.amount else d.amount end`,
  'each accepted payment request took its amount from its rider, and no other request took anything': `
    select q.id, q.status, q.amount from public.payment_requests q left join public.ledger_transactions t on t.idempotency_key = 'payment_request:' || q.id
    where (q.status = 'accepted') <> (t.id is not null) or t.id is distinct from q.transaction_id or t.id is not null and q.amount <> -(select sum(e.amount)
      from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id where e.transaction_id = t.id and a.user_id = q.customer_id)`,
  'the refunds of a booking by admins are at most what its rider paid': `
    select b.id, b.customer_paid, sum(r.amount) from public.bookings b join public.refunds r on r.booking_id = b.id and r.created_by is not null and r.status <> 'dropped'
    group by b.id having sum(r.amount) > b.customer_paid + (select coalesce(sum(q.amount), 0) from public.payment_requests q where q.booking_id = b.id and q.status = 'accepted')`,
  'no promotion is used above its limit or twice by one rider, and its count equals its uses': `
    select p.id, p.user_avail, count(u.*) from public.promos p left join public.promo_uses u on u.promo_id = p.id and u.status <> 'released'
    group by p.id having p.user_avail <> count(u.*) or count(u.*) > p.promo_usage_limit or count(u.*) <> count(distinct u.user_id)`,
  "the status of each promotion's use follows the status of its booking": `
    select b.id, b.status, u.status from public.bookings b left join public.promo_uses u on u.booking_id = b.id
    where b.promo_applied and u.status is distinct from case when b.status = 'CANCELLED' then 'released'
      when b.status in ('PAID', 'COMPLETE') or b.prepaid then 'consumed' else 'reserved' end`,
  "each driver's earnings_months equal the sums of the bookings": `
    select coalesce(m.driver_id, b.driver_id) as driver_id, m.sums, b.sums as due from (
      select m.driver_id, array[sum(m.rides), sum(m.trip_cost), sum(m.driver_share), sum(m.convenience_fees), sum(m.cancellation_fee)] as sums
      from public.earnings_months m group by m.driver_id) m
    full join (select b.driver_id, array[count(*) filter (where p.is_ride), coalesce(sum(b.trip_cost + r.price) filter (where p.is_ride), 0),
        coalesce(sum(f.driver_share + r.share - r.reclaimed + r.kept) filter (where p.is_ride and not p.is_employed), 0),
        coalesce(sum(case when p.is_employed then p.revenue else f.convenience_fees + r.fees end) filter (where p.is_ride), 0), sum(b.cancellation_fee)] as sums
      from public.bookings b join public.booking_finances f on f.booking_id = b.id
      cross join lateral (select b.status in ('PAID', 'COMPLETE') and f.convenience_fees > 0 as is_ride, app.is_employed(f.rule) as is_employed,
        (select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
          join public.ledger_accounts a on a.id = e.account_id where t.booking_id = b.id and a.kind = 'revenue.convenience') as revenue) p
      cross join lateral (select coalesce(sum(case t.kind when 'refund' then -e.amount else e.amount end), 0) as reclaimed, k.* from (select coalesce(sum(c.driver_share), 0) as share,
          coalesce(sum(c.convenience_fees), 0) as fees, coalesce(sum(c.driver_share + c.convenience_fees), 0) as price,
          coalesce(sum(c.to_operator), 0) as kept from app.fare_changes c where c.booking_id = b.id) k
        left join public.ledger_transactions t on t.booking_id = b.id and t.kind in ('refund', 'fare_change')
        left join public.ledger_entries e on e.transaction_id = t.id and e.account_id in (select a.id from public.ledger_accounts a
          where t.kind = 'refund' and a.kind = 'wallet' and e.amount < 0 or t.kind = 'fare_change' and a.kind in ('expense.goodwill', 'expense.write_off')) group by 2, 3, 4, 5) r
      where p.is_ride or b.cancellation_fee > 0 group by b.driver_id) b
      on coalesce(b.driver_id::text, '') = coalesce(m.driver_id::text, '')
    where m.sums is distinct from b.sums`
}

/** Rules about bookkeeping: summed and closed days, payouts, statements, charges, write-offs and taxes against the ledger. */
const books: Record<string, string> = {
  'the stored sums of each day equal the sums of its entries': `
    select d.day, k.* from app.book_days d cross join lateral (
      (select s.label, s.kind, s.debit, s.credit, s.debits, s.credits from app.book_sums s where s.day = d.day except all select * from app.sum_entries(d.since, d.until))
      union all (select * from app.sum_entries(d.since, d.until)
        except all select s.label, s.kind, s.debit, s.credit, s.debits, s.credits from app.book_sums s where s.day = d.day)) k`,
  'the days of the books follow one another without a gap': `
    select d.day from (select d.*, lag(d.day) over (order by d.day) as day_before, lag(d.until) over (order by d.day) as until_before from app.book_days d) d
    where d.day_before <> d.day - 1 or d.until_before <> d.since`,
  'the hash chain of closed days is intact': `
    select c.day from (select c as closed, c.day, c.hash, c.prev_hash, lag(c.hash, 1, '') over (order by c.day) as before from public.book_closes c) c
    where c.prev_hash <> c.before or c.hash <> app.close_hash(c.closed)`,
  'a driver gets at most one payout a week, and at most the free balance': `
    select r.driver_id, r.week, count(r.withdrawal_id) from public.payout_rows r group by r.driver_id, r.week having count(r.withdrawal_id) > 1
    union all select r.driver_id, r.week, r.amount from public.payout_rows r join public.withdraw_requests w on w.id = r.withdrawal_id
    where r.amount > r.balance - r.locked or w.amount <> r.amount or w.user_id <> r.driver_id`,
  'each matched bank line moved its amount in the ledger once': `
    select l.id, l.outcome, l.amount, sum(e.amount) from public.bank_lines l left join public.ledger_entries e on e.transaction_id = l.transaction_id
      and e.account_id = (select a.id from public.ledger_accounts a where a.name = 'bank')
    where l.outcome in ('withdrawal', 'provider_payout', 'tax', 'assigned') group by l.id having sum(e.amount) is distinct from -l.amount
    union all select max(l.id), 'twice', null, count(*) from public.bank_lines l where l.transaction_id is not null group by l.transaction_id having count(*) > 1`,
  'each driver charge has one ledger transaction for each week that was charged': `
    select c.id, c.charged_until, count(t.id) from public.driver_charges c left join public.ledger_transactions t on t.kind = 'charge' and t.idempotency_key like 'charge:' || c.id || ':%'
    group by c.id having count(t.id) <> case when c.charged_until is null then 0 when not c.weekly then 1
      else (c.charged_until - date_trunc('week', c.from_day + 6)::date) / 7 + 1 end`,
  "each write-off's amount equals its ledger transaction": `
    select w.id, w.amount, sum(e.amount) from public.write_offs w left join public.ledger_entries e on e.transaction_id = w.transaction_id and e.amount > 0
    group by w.id having sum(e.amount) is distinct from w.amount`,
  "each tax remittance's amount equals its ledger transaction": `
    select r.month, r.amount, sum(e.amount) from public.tax_remittances r left join public.ledger_entries e on e.transaction_id = r.transaction_id and e.amount > 0
    group by r.month, r.amount having sum(e.amount) is distinct from r.amount`
}

/** Checks all rules: each is one assertion, with the rows that break it as the detail. */
export async function checkInvariants(sql: postgres.Sql, report: Report, when: string): Promise<void> {
  for (const [rule, query] of Object.entries({ ...invariants, ...money, ...partRules, ...books })) {
    const rows = await sql.unsafe(query)
    report(
      rows.length === 0,
      `${when}: ${rule}`,
      `${rows.length} rows break it, for example ${JSON.stringify(rows[0])}`
    )
  }
  const differences = await reportDifferences(sql)
  report(differences.length === 0, `${when}: every report equals the ledger`, differences.join('\n'))
}
