-- pg_cron's public tables and functions in plain SQL, so that migrations schedule jobs as on every other database.
-- A background worker cannot run inside PGlite: the stack reads cron.job and runs what is due.

create schema cron;

create table cron.job (
  jobid bigint generated always as identity primary key,
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport int not null default 5432,
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  constraint jobname_username_uniq unique (jobname, username)
);

create table cron.job_run_details (
  jobid bigint,
  runid bigint generated always as identity primary key,
  job_pid int,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);

create function cron.schedule(schedule text, command text) returns bigint
language sql as $$
  insert into cron.job (schedule, command, username) values ($1, $2, current_user) returning jobid
$$;

create function cron.schedule(job_name text, schedule text, command text) returns bigint
language sql as $$
  insert into cron.job (jobname, schedule, command, username) values ($1, $2, $3, current_user)
  on conflict on constraint jobname_username_uniq
  do update set schedule = excluded.schedule, command = excluded.command
  returning jobid
$$;

create function cron.unschedule(job_id bigint) returns boolean
language plpgsql as $$
begin
  delete from cron.job where jobid = job_id;
  if not found then raise exception 'could not find valid entry for job %', job_id; end if;
  return true;
end $$;

create function cron.unschedule(job_name text) returns boolean
language plpgsql as $$
begin
  delete from cron.job where jobname = job_name and username = current_user;
  if not found then raise exception 'could not find valid entry for job ''%''', job_name; end if;
  return true;
end $$;

create function cron.alter_job(
  job_id bigint,
  schedule text default null,
  command text default null,
  database text default null,
  username text default null,
  active boolean default null
) returns void
language sql as $$
  update cron.job j set
    schedule = coalesce($2, j.schedule),
    command = coalesce($3, j.command),
    database = coalesce($4, j.database),
    username = coalesce($5, j.username),
    active = coalesce($6, j.active)
  where j.jobid = $1
$$;
