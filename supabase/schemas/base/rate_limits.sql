-- Rate limits, counted in fixed windows.
-- Needs:  basics
-- Access: the service role counts uses; clients cannot read the table
-- Tests:  tests/db/rate_limits.sql

-- The table is unlogged: a crash may lose the counts, and writing them to the write-ahead log would be expensive.
create unlogged table app.rate_limits (
  bucket text primary key,
  window_start timestamptz not null,
  count integer not null check (count > 0)
);
comment on table app.rate_limits is 'Number of uses per bucket in its current window. The name of a bucket is a purpose with a network address (of IPv6 its first 64 bits) or an id.';
alter table app.rate_limits enable row level security;

create function public.take_rate_limit(bucket text, limit_count integer, window_secs integer, cost integer default 1) returns boolean
language plpgsql security definer set search_path = '' as $$
declare v_count integer;
begin
  insert into app.rate_limits as r (bucket, window_start, count)
  values (left(take_rate_limit.bucket, 200), app.now(), take_rate_limit.cost)
  on conflict on constraint rate_limits_pkey do update set
    count = case when r.window_start + make_interval(secs => take_rate_limit.window_secs) <= app.now() then take_rate_limit.cost else r.count + take_rate_limit.cost end,
    window_start = case when r.window_start + make_interval(secs => take_rate_limit.window_secs) <= app.now()
      then app.now() else r.window_start end
  returning r.count into v_count;
  return v_count <= take_rate_limit.limit_count;
end $$;
comment on function public.take_rate_limit is 'Counts one use, or `cost` uses at once; false if that makes more than limit_count within window_secs.';
grant execute on function public.take_rate_limit(text, integer, integer, integer) to service_role;
