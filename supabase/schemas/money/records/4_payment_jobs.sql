-- Payment jobs: a queue of requests to payment providers.

create table app.payment_jobs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('ask', 'refund', 'capture', 'void', 'forget', 'hold')),
  payment_id uuid references public.payments (id),
  refund_id uuid,
  amount numeric check (amount > 0),
  status text not null default 'queued' check (status in ('queued', 'done', 'dead')),
  attempts integer not null default 0 check (attempts >= 0),
  is_unsure boolean not null default false,
  due_at timestamptz not null default app.now(),
  created_at timestamptz not null default app.now(),
  done_at timestamptz check ((status = 'queued') = (done_at is null)),
  note text check (length(note) <= 500),
  booking_id uuid references public.bookings (id),
  check ((kind = 'refund') = (refund_id is not null)),
  check ((kind = 'hold') = (booking_id is not null)),
  check (kind = 'hold' or payment_id is not null)
) with (fillfactor = 80);
call app.describe('app.payment_jobs', $$
  Requests to payment providers, sent at least once: adapters repeat a request with the same idempotency key. To take
    a job, a worker moves due_at two minutes ahead, so the job is due again if the worker crashes.
  amount: Amount of a refund or a capture. For a capture after the ride it is set when the job is first taken, and
    then stays.
  status: State of the job. dead: given up; the desk decides.
  is_unsure: Whether an earlier attempt may have reached the provider: a worker took the job and did not report that
    nothing was sent.
  note: The last message of the provider.
  payment_id: The payment; null for a hold until a worker begins it.
  booking_id: For a hold: the ride whose fare is to be reserved on a saved card, once per ride.
$$);

create index payment_jobs_due on app.payment_jobs (due_at, id) where status = 'queued';
create index payment_jobs_dead on app.payment_jobs (created_at, id) where status = 'dead';
create index payment_jobs_payment_id on app.payment_jobs (payment_id, kind);
create unique index payment_jobs_one on app.payment_jobs (payment_id, kind) where status = 'queued'
  and kind not in ('refund', 'forget');
create unique index payment_jobs_refund_id on app.payment_jobs (refund_id);
create unique index payment_jobs_booking_id on app.payment_jobs (booking_id);
create index payment_jobs_done on app.payment_jobs (done_at) where status = 'done';

alter table app.payment_jobs enable row level security;

create table app.payment_worker (
  id integer primary key default 1 check (id = 1),
  seen_at timestamptz not null default '-infinity'
);
comment on table app.payment_worker is
  'One row: when a worker last took jobs. While a worker is active, no other one is started.';

alter table app.payment_worker enable row level security;

insert into app.payment_worker default values;

create trigger payment_jobs__wake_worker after insert on app.payment_jobs for each statement
  execute function app.tg_wake('wake_payment_worker');
