-- Cash that a driver took and that is not the fare, and tolls of a driver above what counts. A phone without a signal shows the
-- quote, because only the server knows the final fare, so the driver collects the quote. Any other amount waits for the desk.
-- Needs:  payment, settlement, told times, extras, promotions, notices, payment requests, approvals' limits
-- Access: rider, driver and admins read the report of a booking; confirm_cash writes it, riders object, admins decide
-- Tests:  tests/db/cash_reports.sql, tests/db/cash_reports.test.ts (random fares, quotes and extras)

create table app.unheard_ends (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  driver_id uuid not null references public.drivers (id) on delete cascade,
  told_at timestamptz not null,
  heard_at timestamptz not null default app.now(),
  quoted numeric not null check (quoted >= 0 and quoted < 1e12),
  minimum numeric not null default 0 check (minimum >= 0 and minimum < 1e12),
  was_heard boolean not null,
  constraint unheard_ends_order check (told_at <= heard_at)
);
create index unheard_ends_driver_id on app.unheard_ends (driver_id);
call app.describe('app.unheard_ends', $$
  Cash rides whose end a phone reported later, because it had no signal, and what the server knew then.
  told_at: When the ride ended, as the phone reported it.
  heard_at: When the server received the end.
  quoted: What was left to pay of the quote, before cash rounding: the phone showed it with the extras that it knew.
  minimum: What the quote filled up to the minimum fare. Extras take this up first.
  was_heard: Whether the phone sent something else after told_at and before the end, so that it had a signal.
$$);
alter table app.unheard_ends enable row level security;

create table public.cash_reports (
  booking_id uuid primary key references public.bookings (id),
  customer_id uuid references public.profiles (id),
  driver_id uuid not null references public.drivers (id),
  told numeric not null check (told >= 0 and told < 1000000),
  due numeric not null check (due >= 0 and due < 1e12),
  counted numeric not null check (counted >= 0 and counted < 1e12),
  goodwill numeric not null default 0 check (goodwill >= 0 and goodwill < 1e12),
  owed numeric not null default 0 check (owed >= 0 and owed < 1e12),
  reason text not null check (reason in ('no_signal', 'signal', 'online', 'amount', 'way', 'limit')),
  status text not null check (status in ('counted', 'review', 'decided')),
  created_at timestamptz not null default app.now(),
  objection text check (btrim(objection) <> '' and length(objection) <= 500),
  paid numeric check (paid >= 0 and paid < 1000000),
  objected_at timestamptz,
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  decision text check (btrim(decision) <> '' and length(decision) <= 500),
  constraint cash_reports_objected check ((objection is null) = (objected_at is null) and (paid is null or objected_at is not null)),
  constraint cash_reports_decided check ((status = 'decided') = (decided_at is not null) and (decided_by is null or decided_at is not null))
);
call app.describe('public.cash_reports', $$
  Cash that a driver reported and that is not the fare. Above the fare the difference is the rider's; below it the operator pays up to settings.cash_goodwill for each driver and day.
  told: The amount that the driver reported.
  due: The amount that was due when the driver reported: in whole coins, or exactly if what was told counts.
  counted: The cash that counts as collected by the driver: told, or due until the desk decides.
  goodwill: The part of the fare that the operator paid.
  owed: The part of the fare that the rider's wallet was charged.
  reason: Why the amount counts or waits. no_signal: it is what the phone showed without a signal; signal: the phone had a signal; online: it was not queued; amount: the phone showed another amount; way: the page shows no amount for such a ride; limit: the passenger has no wallet, and the operator has paid enough for this driver today.
  status: counted; review: the desk decides; decided.
  objection: Text of the rider's objection, possible within 7 days.
  paid: The cash that the rider says to have paid.
  decided_by: The admin who decided.
  decision: The reason that the admin gave.
$$);
create index cash_reports_customer_id on public.cash_reports (customer_id);
create index cash_reports_driver_id on public.cash_reports (driver_id, created_at);
create index cash_reports_decided_by on public.cash_reports (decided_by);
create index cash_reports_open on public.cash_reports (created_at) where status = 'review' or status = 'counted' and objected_at is not null;
alter table public.cash_reports enable row level security;
grant select on public.cash_reports to authenticated;
revoke insert, update, delete, truncate on public.cash_reports from service_role;
create policy "riders read reports of their cash" on public.cash_reports for select to authenticated using (customer_id = (select auth.uid()));
-- What a rider writes about a driver is for the desk.
create policy "drivers read their reports of cash without an objection" on public.cash_reports for select to authenticated
  using (driver_id = (select auth.uid()) and objected_at is null);
create policy "admins read every report of cash" on public.cash_reports for select to authenticated using ((select app.has_current_role('admin')));

-- The end of a ride without a signal ---------------------------------------------------------------------------------

-- Returns whether a driver's phone reached the server after a time: with a position that it sent when it was measured, a message,
-- or a step. What came within the last minute proves nothing: when a signal returns, these may be faster than the queue.
create function app.was_heard(booking public.bookings, since timestamptz) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.tracking_points t where t.booking_id = (booking).id and t.driver_id = (booking).driver_id and t.received_at is null
      and t.at > was_heard.since + interval '5 seconds' and t.at < app.now() - interval '1 minute')
    or exists (select 1 from public.driver_positions p where p.driver_id = (booking).driver_id
      and p.updated_at > was_heard.since + interval '5 seconds' and p.updated_at < app.now() - interval '1 minute')
    or exists (select 1 from public.chat_messages m where m.booking_id = (booking).id and m.from_id = (booking).driver_id
      and m.created_at > was_heard.since + interval '5 seconds' and m.created_at < app.now() - interval '1 minute')
    or exists (select 1 from public.booking_events e where e.booking_id = (booking).id and e.actor_id = (booking).driver_id and e.told_at is null
      and e.at > was_heard.since + interval '5 seconds' and e.at < app.now() - interval '1 minute')
$$;

create function app.note_unheard_end(booking public.bookings, told_at timestamptz) returns void language plpgsql security definer set search_path = '' as $$
begin
  if note_unheard_end.told_at is null or (booking).payment_mode <> 'cash' or (booking).category <> 'taxi' or (booking).source = 'street' then return; end if;
  insert into app.unheard_ends (booking_id, driver_id, told_at, quoted, minimum, was_heard)
  values ((booking).id, (booking).driver_id, note_unheard_end.told_at, app.open_amount(booking),
    (select coalesce(sum((l ->> 'amount')::numeric), 0) from jsonb_array_elements((booking).fare_lines) l where l ->> 'key' = 'minimum_fare'), app.was_heard(booking, note_unheard_end.told_at))
  on conflict do nothing;
end $$;
comment on function app.note_unheard_end is 'Stores the quote of a cash ride whose end was reported later, before the final fare replaces it.';

-- Returns the amounts that the phone can have shown: the quote with its extras, rounded for cash. Extras take up first what
-- the quote filled up to the minimum fare, as in the fare. It knows the driver's own
-- extras, and of the others those that were entered before it lost the signal.
create function app.shown_cash(booking public.bookings) returns numeric[] language sql stable security definer set search_path = '' as $$
  select array_agg(app.cash_to_collect(u.booking_id, u.quoted + greatest(0, o.own + k.others - u.minimum)))
  from app.unheard_ends u
  cross join lateral (select coalesce(sum(coalesce(x.counts, x.amount)), 0) as own from public.booking_extras x
    where x.booking_id = u.booking_id and x.removed_at is null and x.by_role = 'driver') o
  cross join lateral (select 0::numeric as others union select sum(x.amount) over (order by x.created_at, x.id) from public.booking_extras x
    where x.booking_id = u.booking_id and x.removed_at is null and x.by_role <> 'driver' and x.created_at <= u.heard_at) k
  where u.booking_id = (booking).id
$$;
comment on function app.shown_cash is 'The amounts of cash that the driver''s phone can have shown at the end of a ride without a signal; null if it had one.';

-- Reporting ----------------------------------------------------------------------------------------------------------

create function app.judge_cash(booking public.bookings, told numeric, at timestamptz) returns text language plpgsql stable security definer set search_path = '' as $$
declare v_end app.unheard_ends;
begin
  if (booking).payment_mode <> 'cash' or (booking).prepaid or (booking).source = 'street' or (booking).category <> 'taxi' then return 'way'; end if;
  select u.* into v_end from app.unheard_ends u where u.booking_id = (booking).id and u.driver_id = (booking).driver_id;
  return case
    when v_end.booking_id is null or judge_cash.at is null or judge_cash.at > v_end.heard_at then 'online'
    when v_end.was_heard then 'signal'
    when judge_cash.told = any (app.shown_cash(booking)) then 'no_signal'
    else 'amount' end;
end $$;
comment on function app.judge_cash is 'Why an amount of cash counts (no_signal) or waits for the desk; the values of cash_reports.reason.';

-- Returns what the operator may still pay today for differences of a driver. Locks the driver's wallet, so that two rides count
-- one after the other.
create function app.goodwill_left(driver_id uuid) returns numeric language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.lock_wallets(goodwill_left.driver_id);
  return (select greatest(0, s.cash_goodwill - coalesce(sum(r.goodwill), 0)) from public.settings s
    left join public.cash_reports r on r.driver_id = goodwill_left.driver_id and r.created_at >= app.today()::timestamp at time zone s.time_zone
    where s.id = 1 group by s.cash_goodwill);
end $$;

-- Stores the report of an amount that is not the fare. What is below the fare is paid by the operator up to the limit of the
-- driver's day, then by the wallet of the rider, who agreed to the fare. A passenger whom the desk or a driver booked has no
-- wallet to look at, so what is beyond the limit waits for the desk.
create function app.report_cash(booking public.bookings, told numeric, at timestamptz, out cash numeric, out rounding numeric)
language plpgsql security definer set search_path = '' as $$
declare
  v_open numeric := app.open_amount(booking);
  v_due numeric := app.cash_to_collect((booking).id, v_open);
  v_reason text := app.judge_cash(booking, told, at);
  v_has_account boolean := not app.has_no_account((booking).customer_id);
  v_short numeric := case when v_reason = 'no_signal' then greatest(0, v_open - told) else 0 end;
  v_goodwill numeric := 0;
begin
  if v_short > 0 then
    perform app.lock_parties(booking);
    v_goodwill := least(v_short, app.goodwill_left((booking).driver_id));
    if v_goodwill < v_short and not (v_has_account and coalesce((booking).created_by = (booking).customer_id, false)) then
      v_reason := 'limit';
      v_short := 0;
      v_goodwill := 0;
    end if;
  end if;
  insert into public.cash_reports (booking_id, customer_id, driver_id, told, due, counted, goodwill, owed, reason, status)
  -- What is not paid in whole coins alone is not rounded.
  values ((booking).id, (booking).customer_id, (booking).driver_id, told, case v_reason when 'no_signal' then v_open else v_due end,
    case v_reason when 'no_signal' then told else v_due end, v_goodwill,
    v_short - v_goodwill, v_reason, case when v_reason = 'no_signal' and (v_has_account or told < v_due) then 'counted' else 'review' end)
  returning counted, case reason when 'no_signal' then 0 else v_due - v_open end into report_cash.cash, report_cash.rounding;
end $$;
comment on function app.report_cash is 'Stores the report of an amount that is not the fare. Returns the cash that counts, and its rounding: none if the rest of the fare is not paid in cash.';

-- Stores cash that a driver reports for a ride that was paid meanwhile, or whose fare a promotion covers. If it is what the phone
-- showed, the rider gets it back at once.
create function app.report_late_cash(booking public.bookings, told numeric, at timestamptz) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_counts boolean := app.judge_cash(booking, told, at) = 'no_signal' and not app.has_no_account((booking).customer_id) and told > (booking).cash_payment_amount;
  v_report public.cash_reports;
begin
  if (booking).paid_at < app.now() - interval '7 days' then return; end if;
  insert into public.cash_reports (booking_id, customer_id, driver_id, told, due, counted, reason, status)
  values ((booking).id, (booking).customer_id, (booking).driver_id, told, (booking).cash_payment_amount, (booking).cash_payment_amount,
    case when v_counts then 'no_signal' else 'amount' end, case when v_counts then 'counted' else 'review' end)
  on conflict do nothing returning * into v_report;
  if v_report.booking_id is null then return; end if;
  if v_counts then
    perform app.lock_parties(booking);
    perform app.record_card_credit(app.move_cash(booking, v_report, told, 'cash_late:' || (booking).id), (booking).customer_id, 'cash', told - v_report.counted);
    update public.cash_reports r set counted = report_late_cash.told where r.booking_id = (booking).id;
  end if;
  perform app.tell_cash(booking);
end $$;

-- Tells both what the report changed. The driver already knows what the phone showed, so hears only of what waits.
create function app.tell_cash(booking public.bookings) returns void language plpgsql security definer set search_path = '' as $$
declare
  report public.cash_reports;
  v_params jsonb;
begin
  select r.* into report from public.cash_reports r where r.booking_id = (booking).id;
  if not found then return; end if;
  v_params := jsonb_build_object('reference', (booking).reference, 'told', (report).told, 'fare', (report).due,
    'difference', abs((report).told - (report).due), 'owed', (report).owed);
  if (report).status = 'review' then
    perform app.notify((booking).customer_id, 'cash_review', v_params, (booking).id);
    perform app.notify((booking).driver_id, 'cash_review', v_params, (booking).id);
  else
    perform app.notify((booking).customer_id, case when (report).told > (report).due then 'cash_over' when (report).owed > 0 then 'cash_owed' else 'cash_under' end, v_params, (booking).id);
  end if;
end $$;

create function app.tg_cash_reports__broadcast() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('booking:' || new.booking_id, 'booking', new.booking_id);
  perform app.broadcast('admin', 'attention');
  return null;
end $$;
create trigger cash_reports__broadcast after insert or update on public.cash_reports for each row execute function app.tg_cash_reports__broadcast();

-- Objecting and deciding ---------------------------------------------------------------------------------------------

create function public.object_to_cash(booking_id uuid, reason text, paid numeric default null) returns public.cash_reports
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_report public.cash_reports;
  v_reason text := left(nullif(btrim(app.plain_lines(object_to_cash.reason)), ''), 500);
  v_paid numeric;
begin
  select r.* into v_report from public.cash_reports r where r.booking_id = object_to_cash.booking_id and r.customer_id = v_me.id for no key update;
  if not found then perform app.refuse('cash_report_not_found', 404, 'No such report about the caller''s cash'); end if;
  if v_report.objected_at is not null then return v_report; end if;
  if v_report.status = 'decided' then perform app.refuse('cash_report_decided', 409, 'The desk has already decided'); end if;
  if v_report.created_at < app.now() - interval '7 days' then perform app.refuse('objection_too_late', 409, 'Objections are possible for 7 days'); end if;
  if v_reason is null then perform app.refuse('reason_required', 422, 'Give a reason'); end if;
  if object_to_cash.paid is not null then
    v_paid := case when object_to_cash.paid = 0 then 0 else app.to_money(object_to_cash.paid) end;
    if v_paid is null then perform app.refuse_amount(); end if;
  end if;
  update public.cash_reports r set objection = v_reason, paid = v_paid, objected_at = app.now() where r.booking_id = v_report.booking_id returning r.* into v_report;
  return v_report;
end $$;
comment on function public.object_to_cash is 'The rider objects within 7 days to the cash that the driver reported, with a reason and the amount that they paid; the desk then decides. Idempotent. Returns the report. Errors: must_login, cash_report_not_found, cash_report_decided, objection_too_late, reason_required, amount_invalid.';
grant execute on function public.object_to_cash(uuid, text, numeric) to authenticated;

-- Moves the difference between the cash that counts and the cash that the desk believes. What the driver had beyond it goes first
-- to whom the fare was short of: the rider's wallet, the operator; the rest to the rider. What the driver had less is the
-- operator's. The booking gets the cash, whose other side is the driver's wallet.
create function app.move_cash(booking public.bookings, report public.cash_reports, amount numeric, idempotency_key text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_more numeric := move_cash.amount - (report).counted;
  v_to_owed numeric := least(greatest(0, v_more), (report).owed);
  v_to_goodwill numeric := case when v_more < 0 then v_more else least(v_more - v_to_owed, (report).goodwill) end;
  v_id bigint;
begin
  if v_more = 0 then return null; end if;
  v_id := app.post_ledger('cash_difference', move_cash.idempotency_key, (booking).id, jsonb_build_array(
    app.entry('wallet:' || (booking).driver_id, -v_more), app.entry('expense.goodwill', v_to_goodwill),
    app.entry(case when app.has_no_account((booking).customer_id) then 'adjustments' else 'wallet:' || (booking).customer_id end, v_more - v_to_goodwill)));
  update public.bookings b set cash_payment_amount = b.cash_payment_amount + v_more, used_wallet_money = greatest(0, b.used_wallet_money - v_to_owed) where b.id = (booking).id;
  return v_id;
end $$;

create function public.decide_cash(booking_id uuid, amount numeric, reason text default null) returns public.cash_reports
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('refund');
  v_booking public.bookings := app.lock_booking(decide_cash.booking_id);
  v_amount numeric := case when decide_cash.amount = 0 then 0 else app.to_money(decide_cash.amount) end;
  v_reason text := left(nullif(btrim(app.plain_lines(decide_cash.reason)), ''), 500);
  v_report public.cash_reports;
  v_moved numeric;
  v_gains uuid;
  v_id bigint;
begin
  select r.* into v_report from public.cash_reports r where r.booking_id = v_booking.id for no key update;
  if not found then perform app.refuse('cash_report_not_found', 404, 'The booking has no report of cash'); end if;
  if v_report.status = 'decided' then
    if v_report.counted = v_amount then return v_report; end if;
    perform app.refuse('cash_report_decided', 409, format('%s counts', v_report.counted));
  end if;
  if v_amount is null or v_amount < least(v_report.told, v_report.counted) or v_amount > greatest(v_report.told, v_report.counted, v_report.paid) then
    perform app.refuse('amount_invalid', 422, format('Choose an amount between %s and %s, which somebody named',
      least(v_report.told, v_report.counted), greatest(v_report.told, v_report.counted, v_report.paid)));
  end if;
  perform app.refuse_own(v_me, v_booking.driver_id);
  perform app.refuse_own(v_me, v_booking.customer_id);
  v_moved := v_report.counted - v_amount;
  perform app.lock_parties(v_booking);
  v_gains := case when v_moved < 0 then coalesce(v_booking.customer_id, v_booking.driver_id) else v_booking.driver_id end;
  -- What a passenger without an account gets is kept for them, so it is nobody's gain.
  if v_moved > 0 or v_moved < 0 and v_booking.customer_id is not null then
    perform app.check_one_person(v_me, 'cash', v_booking.id, v_gains, v_amount, abs(v_moved));
  end if;
  v_id := app.move_cash(v_booking, v_report, v_amount, format('cash_decided:%s:%s', v_booking.id,
    (select count(*) from public.money_decisions d where d.booking_id = v_booking.id and d.kind = 'cash')));
  update public.cash_reports r set counted = v_amount, status = 'decided', decided_by = v_me.id, decided_at = app.now(), decision = v_reason
  where r.booking_id = v_booking.id returning r.* into v_report;
  perform app.record_decision('cash', v_gains, abs(v_moved), v_id, v_booking.id, v_me.id, v_reason);
  perform app.audit('decide_cash', 'bookings', v_booking.id::text, jsonb_build_object('told', v_report.told, 'due', v_report.due, 'objection', v_report.objection, 'paid', v_report.paid),
    jsonb_build_object('counted', v_amount, 'reason', v_reason, 'amount', abs(v_moved), 'user_id', v_gains)
      || jsonb_strip_nulls(jsonb_build_object('approval', nullif(current_setting('app.approval', true), ''))));
  perform app.notify(p.id, 'cash_decided', jsonb_build_object('reference', v_booking.reference, 'amount', v_amount, 'reason', coalesce(v_reason, '')), v_booking.id)
  from unnest(array[v_booking.customer_id, v_booking.driver_id]) p (id);
  return v_report;
end $$;
comment on function public.decide_cash is 'An admin decides how much cash a driver collected: an amount between what driver and rider named. Above what counted, the driver''s wallet gives the difference to the rider; below it, the operator gives it to the driver. Audited, counted towards settings.credit_limit; both are notified. It can be taken back (reverse_decision); the desk then decides again. Idempotent. Returns the report. Errors: must_login, not_allowed (also for oneself), demo_mode, booking_not_found, cash_report_not_found, cash_report_decided, amount_invalid, needs_approval (kind cash).';
grant execute on function public.decide_cash(uuid, numeric, text) to authenticated;

-- Tolls above what counts --------------------------------------------------------------------------------------------

-- Asks the rider for what the operator has paid the driver of an extra, once.
create function app.ask_for_extra(me public.profiles, booking public.bookings, extra public.booking_extras, reason text) returns public.booking_extras
language plpgsql security definer set search_path = '' as $$
declare v_id uuid;
begin
  if (extra).request_id is not null or (extra).approved = 0 then return extra; end if;
  perform app.require_editor('fares'), app.refuse_own(me, (booking).customer_id);
  v_id := (app.open_request(booking, 'toll', (extra).approved, ask_for_extra.reason, (me).id, to_goodwill => true)).id;
  update public.booking_extras x set request_id = v_id where x.id = (extra).id returning x.* into extra;
  perform app.audit('request_payment', 'bookings', (booking).id::text, null,
    jsonb_build_object('request_id', v_id, 'kind', 'toll', 'asked', (extra).approved, 'reason', ask_for_extra.reason));
  perform app.broadcast('booking:' || (booking).id, 'booking', (booking).id);
  return extra;
end $$;

create function public.decide_extra(id uuid, amount numeric, reason text default null, ask boolean default false) returns public.booking_extras
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('refund');
  v_amount numeric := case when decide_extra.amount = 0 then 0 else app.to_money(decide_extra.amount) end;
  v_reason text := left(nullif(btrim(app.plain_lines(decide_extra.reason)), ''), 500);
  v_booking public.bookings;
  v_extra public.booking_extras;
  v_id bigint;
begin
  select b.* into v_booking from public.booking_extras x join public.bookings b on b.id = x.booking_id where x.id = decide_extra.id;
  if not found then perform app.refuse('extra_not_found', 404, 'No such extra'); end if;
  v_booking := app.lock_booking(v_booking.id);
  select x.* into v_extra from public.booking_extras x where x.id = decide_extra.id for no key update;
  if v_extra.decided_at is not null then
    if v_extra.approved = v_amount then
      return case when decide_extra.ask then app.ask_for_extra(v_me, v_booking, v_extra, coalesce(v_reason, v_extra.decision)) else v_extra end;
    end if;
    perform app.refuse('extra_decided', 409, format('The desk has approved %s', v_extra.approved));
  end if;
  if v_booking.status not in ('PENDING', 'PAID', 'COMPLETE') then perform app.refuse_status(v_booking); end if;
  if v_amount is null or v_amount > v_extra.waits or v_extra.waits = 0 then
    perform app.refuse('amount_invalid', 422, format('At most %s waits for the desk', v_extra.waits));
  end if;
  if v_amount = 0 and v_reason is null then perform app.refuse('reason_required', 422, 'Give a reason for approving nothing'); end if;
  perform app.refuse_own(v_me, v_booking.driver_id);
  if v_amount > 0 then
    perform app.lock_wallets(v_booking.driver_id);
    if app.has_no_account(v_booking.driver_id) then perform app.refuse('person_not_found', 404, 'The account of the driver was deleted'); end if;
    perform app.check_one_person(v_me, 'extra', v_extra.id, v_booking.driver_id, v_amount);
    v_id := app.post_ledger('extra', format('extra:%s:%s', v_extra.id, app.uuid_v7()), v_booking.id, jsonb_build_array(
      app.entry('wallet:' || v_booking.driver_id, v_amount), app.entry('expense.goodwill', -v_amount)));
  end if;
  update public.booking_extras x set approved = v_amount, decided_by = v_me.id, decided_at = app.now(), decision = v_reason where x.id = v_extra.id returning x.* into v_extra;
  perform app.record_decision('extra', v_booking.driver_id, v_amount, v_id, v_booking.id, v_me.id, v_reason, v_extra.id);
  perform app.audit('decide_extra', 'bookings', v_booking.id::text, jsonb_build_object('kind', v_extra.key, 'entered', v_extra.amount, 'waits', v_extra.waits),
    jsonb_build_object('amount', v_amount, 'reason', v_reason, 'user_id', v_booking.driver_id)
      || jsonb_strip_nulls(jsonb_build_object('approval', nullif(current_setting('app.approval', true), ''))));
  perform app.notify(v_booking.driver_id, 'extra_decided', jsonb_build_object('reference', v_booking.reference, 'kind', v_extra.key, 'amount', v_amount,
    'waits', v_extra.waits, 'reason', coalesce(v_reason, '')), v_booking.id);
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  perform app.broadcast('admin', 'attention');
  return case when decide_extra.ask then app.ask_for_extra(v_me, v_booking, v_extra, v_reason) else v_extra end;
end $$;
comment on function public.decide_extra is 'An admin decides about the part of a driver''s extra that did not count: the operator pays the driver amount of it (0 with a reason). With ask, the rider of a paid ride is asked for the amount by a payment request, which needs a reason and the permission fares; a call with the same amount can ask later. Audited, counted towards settings.credit_limit; the driver is notified. It can be taken back (reverse_decision); the desk then decides again. Idempotent. Returns the extra. Errors: must_login, not_allowed (also for oneself), demo_mode, extra_not_found, booking_not_found, wrong_status, extra_decided, amount_invalid, reason_required, person_not_found, correction_too_late (asked 30 days after the ride), needs_approval (kind extra).';
grant execute on function public.decide_extra(uuid, numeric, text, boolean) to authenticated;
