-- Payment jobs: a queue of requests to payment providers.

-- Returns the pause before the next attempt, at most six hours: 2, 4, 8 minutes and so on for a question about a
-- payment (kind ask); 30 s, 1, 2 minutes and so on for other requests. All attempts take about three days; those of a
-- hold a few minutes, because the rider of a ride that has begun should know whether the fare is reserved.
create function app.job_wait(kind text, attempts integer) returns interval
language sql immutable set search_path = '' as $$
  select least(interval '6 hours', case when kind = 'ask' then interval '2 minutes' else interval '30 seconds' end
    * 2 ^ least(greatest(attempts, 1) - 1, 12))
$$;

create function app.job_attempts(kind text) returns integer
language sql immutable set search_path = '' as $$ select case kind when 'ask' then 18 when 'hold' then 4 else 20 end $$;

create function app.wake_payment_worker() returns boolean language plpgsql security definer set search_path = '' as $$
begin
  return exists (select 1 from app.payment_jobs j where j.status = 'queued' and j.due_at <= app.now())
    and app.call_worker('payments/work', (select w.seen_at from app.payment_worker w));
end $$;
comment on function app.wake_payment_worker is 'Calls the route payments/work if a job is due and no worker is active.';
