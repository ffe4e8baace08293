-- Payment flags: events of providers about money that do not match our data, and what the office decided about them.

-- Returns whether an event is the first about its charge. Several events may report the same charge (a webhook and a
-- response); only the first is listed.
create function app.is_first_flag(event public.payment_events) returns boolean
language sql stable security definer set search_path = '' as $$
  select (event).charge_ref is null or (event).payment_id is null or not exists (select 1 from public.payment_events e
    where e.payment_id = (event).payment_id and e.provider = (event).provider and e.charge_ref = (event).charge_ref
      and e.status = (event).status
      and e.amount is not distinct from (event).amount
      and app.is_flagged(e.outcome) and (e.received_at, e.id) < ((event).received_at, (event).id))
$$;

-- Returns whether an event reports money in our currency that the provider took but our books do not contain. The event
-- must have the id of a charge, because otherwise this money cannot be distinguished from money already booked.
create function app.is_unbooked_money(event public.payment_events, payment public.payments) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((event).status = 'paid' and (event).outcome in ('already_paid', 'amount_mismatch')
    and upper((event).currency) = (payment).currency
    and (event).charge_ref is not null and (event).amount = app.to_money((event).amount), false)
    and not exists (select 1 from public.payments p where p.provider = (event).provider
      and p.charge_ref = (event).charge_ref)
$$;

create function app.books_to(event public.payment_events, payment public.payments) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.is_unbooked_money(event, payment) then return null; end if;
  if (payment).purpose = 'booking' and exists (select 1 from public.bookings b where b.id = (payment).booking_id
    and app.is_awaiting_payment(b.status) and app.open_amount(b) >= (event).amount) then return 'ride'; end if;
  return case when not app.has_no_account((payment).customer_id) then 'wallet' end;
end $$;
comment on function app.books_to is
  'Where the money of an event can be booked: ride (one waits for this amount), wallet (the customer''s), or null.';

create function app.flag_choices(event public.payment_events, payment public.payments) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.is_unbooked_money(event, payment) then return array['settle']; end if;
  return array_remove(array['give_back', case when app.books_to(event, payment) is not null then 'book' end,
    'write_off'], null);
end $$;
comment on function app.flag_choices is 'The decisions that are possible for a flagged event.';

create function public.list_payment_flags(is_open boolean default true, after_at timestamptz default null,
  after_id uuid default null, page_size integer default 50)
returns table (event_id uuid, received_at timestamptz, outcome text, status text, provider text, amount numeric,
  currency text, expected numeric, payment_id uuid,
  customer_id uuid, name text, booking_id uuid, reference text, charge_ref text, choices text[], books_to text,
    decision text, reason text, decided_at timestamptz, decided_by text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('money');
  return query
  select e.id, e.received_at, e.outcome, e.status, e.provider::text, e.amount, e.currency, p.amount, p.id,
    p.customer_id, nullif(btrim(c.first_name || ' ' || c.last_name), ''),
    p.booking_id, b.reference, e.charge_ref, case when f.event_id is null then app.flag_choices(e, p) else '{}' end,
      case when f.event_id is null then app.books_to(e, p) end,
    f.decision, f.reason, f.created_at, nullif(btrim(a.first_name || ' ' || a.last_name), '')
  from public.payment_events e
  left join public.payment_flags f on f.event_id = e.id
  left join public.payments p on p.id = e.payment_id left join public.profiles c on c.id = p.customer_id
  left join public.bookings b on b.id = p.booking_id left join public.profiles a on a.id = f.created_by
  where app.is_flagged(e.outcome)
    and (f.event_id is null) = coalesce(list_payment_flags.is_open, true) and app.is_first_flag(e)
    and (list_payment_flags.after_at is null
      or (e.received_at, e.id) < (list_payment_flags.after_at, coalesce(list_payment_flags.after_id, e.id)))
  order by e.received_at desc, e.id desc limit least(greatest(coalesce(list_payment_flags.page_size, 50), 1), 1000);
end $$;
comment on function public.list_payment_flags is
  'Provider events that did not match (payment_events.outcome), latest first, one row per charge: open, or decided. '
  'expected: the amount of the payment. choices: possible decisions for decide_payment_flag; books_to: where the '
  'decision book would credit the money, ride or wallet. Pass the last row''s received_at and event_id as after_at '
  'and after_id for the next page. '
  'Errors: must_login, not_allowed.';
grant execute on function public.list_payment_flags(boolean, timestamptz, uuid, integer) to authenticated;

-- Returns the debtor and the amount that request_approval(write_off) is about: the target is a flagged event or a debt.
create function app.write_off_target(target_id uuid, out debtor uuid, out amount numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  select p.customer_id, e.amount into debtor, amount from public.payment_events e
    join public.payments p on p.id = e.payment_id
  where e.id = write_off_target.target_id and app.is_unbooked_money(e, p);
  if debtor is not null then return; end if;
  select d.debtor, nullif(d.amount, 0) into debtor, amount
  from app.debt_of((select b.id from public.bookings b where b.id = write_off_target.target_id),
    write_off_target.target_id) d;
end $$;

create function app.money_waiting() returns integer language sql stable security definer set search_path = '' as $$
  select count(*)::integer from (
    (select from public.payment_events e left join public.payment_flags f on f.event_id = e.id where f.event_id is null
      and app.is_flagged(e.outcome)
      and app.is_first_flag(e) limit 100)
    union all (select from app.payment_jobs j where j.status = 'dead' limit 100)
    union all (select from public.chargebacks c where c.status = 'open' limit 100)
    union all (select from public.bank_lines l where app.is_open_line(l.outcome) limit 100)
    union all (select from public.approvals a where a.kind = 'write_off' and a.status = 'pending'
      and a.requested_at > app.now() - app.approval_time() limit 100)
    limit 100) w
$$;
comment on function app.money_waiting is
  'Number of cases that wait at the money desk, counted up to 100: flagged events, stuck requests, open chargebacks, '
  'unmatched bank lines, write-offs waiting for a second person.';
