-- Limits: how often one person may do what costs others something, counted in fixed windows or from the rows of a
--         table.
-- Access: the service role counts uses; clients cannot read the tables
-- Tests:  tests/db/rate_limits.sql, tests/db/limits.sql

-- The table is unlogged: a crash may lose the counts, and writing them to the write-ahead log would be expensive.
create unlogged table app.rate_limits (
  bucket text primary key,
  window_start timestamptz not null,
  count integer not null check (count > 0)
);
comment on table app.rate_limits is
  'Number of uses per bucket in its current window. The name of a bucket is a purpose with a network address (of IPv6 '
  'its first 64 bits) or an id.';

alter table app.rate_limits enable row level security;

create function public.take_rate_limit(bucket text, limit_count integer, window_secs integer, cost integer default 1)
  returns boolean
language plpgsql security definer set search_path = '' as $$
declare v_count integer;
begin
  insert into app.rate_limits as r (bucket, window_start, count)
  values (left(take_rate_limit.bucket, 200), app.now(), take_rate_limit.cost)
  on conflict on constraint rate_limits_pkey do update set
    count = case when r.window_start + make_interval(secs => take_rate_limit.window_secs)
      <= app.now() then take_rate_limit.cost else r.count + take_rate_limit.cost end,
    window_start = case when r.window_start + make_interval(secs => take_rate_limit.window_secs) <= app.now()
      then app.now() else r.window_start end
  returning r.count into v_count;
  return v_count <= take_rate_limit.limit_count;
end $$;
comment on function public.take_rate_limit is
  'Counts one use, or `cost` uses at once; false if that makes more than limit_count within window_secs.';
grant execute on function public.take_rate_limit(text, integer, integer, integer) to service_role;

-- The limits of this database's functions. Edge functions have limits of their own (take_rate_limit).
create table app.limits (
  purpose text primary key check (purpose ~ '^[a-z_]+$'),
  most integer not null check (most between 1 and 1200),
  seconds integer check (seconds between 1 and 86400),
  code text not null default 'too_many_requests',
  refusal text not null check (refusal like '%\%s%')
);
call app.describe('app.limits', $$
  How often something may happen. tests/db/limits.sql crosses each of these limits.
  most: How often within the window, or how many at the same time.
  seconds: Length of the window; null if the limit is for what exists at the same time (check_limit without
    limit_since).
  code: The error of a refusal: status 429 for too_many_requests, 409 for others.
  refusal: The message of a refusal, with %s for the number.
$$);

alter table app.limits enable row level security;

insert into app.limits (purpose, most, seconds, refusal) values
  ('account_check', 20, 3600, 'At most %s addresses an hour'),
  ('account_plan', 20, 3600, 'At most %s addresses an hour'),
  ('alarm', 20, 60, 'At most %s a minute; the desk already has the alarm'),
  ('application_file', 20, 3600, 'At most %s files an hour'),
  ('cancelled_bookings', 20, 600, '%s bookings cancelled within ten minutes; try again later'),
  ('case', 10, 3600, 'At most %s cases an hour'),
  ('desk_message', 20, 60, 'At most %s messages a minute'),
  ('guest_text', 10, 3600, 'At most %s guests an hour'),
  ('import', 60, 3600, 'At most %s files an hour'),
  ('invitation', 60, 3600, 'At most %s invitations an hour'),
  ('message_desk', 20, 60, 'At most %s messages a minute'),
  ('nearby', 60, 60, 'At most %s calls a minute'),
  ('nearby_of_visitors', 1200, 60, 'At most %s calls of all visitors a minute'),
  ('news_consent', 20, 3600, 'At most %s changes an hour'),
  ('receipt', 5, 3600, 'At most %s receipts an hour'),
  ('street_receipt', 3, 86400, 'At most %s texts per trip'),
  ('street_receipt_of_driver', 40, 86400, 'At most %s texts a day'),
  ('test_message', 10, 3600, 'At most %s tests an hour'),
  ('unpaid_payments', 20, 3600, '%s payments within an hour were not paid; try again later');
insert into app.limits (purpose, most, refusal) values
  ('application_files', 40, 'At most %s files'),
  ('open_withdrawals', 20, 'At most %s open withdrawals; the desk has to decide them first'),
  ('unpaid_street_payments', 20, '%s payments of this trip were not paid; pay in cash');
insert into app.limits (purpose, most, code, refusal) values
  ('later_bookings', 10, 'too_many_later_bookings', 'At most %s open later bookings; cancel one first'),
  ('named_addresses', 20, 'too_many_addresses', 'At most %s named addresses; remove one first'),
  ('open_bookings', 3, 'too_many_open_bookings', 'At most %s open rides; cancel one first'),
  ('route_changes', 10, 'too_many_changes', 'At most %s changes per booking');

create function app.limit_of(purpose text) returns app.limits
language plpgsql stable security definer set search_path = '' as $$
declare v_limit app.limits;
begin
  select l.* into strict v_limit from app.limits l where l.purpose = limit_of.purpose;
  return v_limit;
end $$;

create function app.refuse_above(exceeded app.limits) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.refuse((exceeded).code, case when (exceeded).code = 'too_many_requests' then 429 else 409 end,
    format((exceeded).refusal, (exceeded).most));
end $$;

create function app.enforce_limit(purpose text, subject text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_limit app.limits := app.limit_of(enforce_limit.purpose);
begin
  -- A request whose filter or cast fails after the function would undo the count.
  perform app.refuse_parts();
  if v_limit.seconds is null then raise exception 'The limit % has no window', enforce_limit.purpose; end if;
  if not public.take_rate_limit(enforce_limit.purpose || ':' || enforce_limit.subject, v_limit.most,
    v_limit.seconds) then
    perform app.refuse_above(v_limit);
  end if;
end $$;
comment on function app.enforce_limit is
  'Counts one use of a subject (the id of a person, a trip …), and refuses it above the limit. Functions that call it '
  'return one value or one row, not a set: of a set, PostgREST can undo the call.';

create function app.check_limit(purpose text, used bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_limit app.limits := app.limit_of(check_limit.purpose);
begin
  if check_limit.used >= v_limit.most then perform app.refuse_above(v_limit); end if;
end $$;
comment on function app.check_limit is
  'Refuses one more if as many as the limit allows are already used; for limits that are counted from the rows of a '
  'table.';

-- When the window of a limit began that ends now.
create function app.limit_since(purpose text) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare v_limit app.limits := app.limit_of(limit_since.purpose);
begin
  if v_limit.seconds is null then raise exception 'The limit % has no window', limit_since.purpose; end if;
  return app.now() - make_interval(secs => v_limit.seconds);
end $$;
