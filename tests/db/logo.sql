-- The operator's logo: who sets it, that it exists, and that pictures which are no longer used are removed.
select no_plan();
create function tests.removals() returns text[] language sql volatile security definer as $$
  select coalesce(array_agg(o.payload ->> 'path' order by o.id), '{}') from app.outbox o
  where o.kind = 'file' and o.status = 'queued' and o.payload ->> 'bucket' = 'company'
$$;
insert into storage.objects (bucket_id, name) values ('company', 'logo-a'), ('company', 'logo-b'), ('users', 'logo-c');

select tests.as_visitor();
select is((select logo from public.settings), '', 'a visitor reads that there is no logo');
select throws_ok($$ update public.settings set logo = 'logo-a' $$, '42501', null, 'a visitor sets none');
select tests.act_as('rider');
select throws_ok($$ select public.update_settings('{"logo": "logo-a"}') $$, 'PT403', 'not_allowed', 'a rider sets none');

select tests.act_as('admin');
select is((public.update_settings('{"logo": "logo-a"}')).logo, 'logo-a', 'an admin sets a picture that was uploaded');
select is((select after ->> 'logo' from public.audit_log order by id desc limit 1), 'logo-a', 'the audit log says so');
select is(tests.removals(), '{}', 'the first logo replaces nothing');
select throws_ok(format('select public.update_settings(''{"logo": "logo-b", "version": %s}'')', (select version - 1 from public.settings)), 'PT409', 'version_conflict',
  'a logo over a version that is old is a conflict');
select throws_ok($$ select public.update_settings('{"logo": "logo-z"}') $$, 'PT422', 'logo_not_found', 'a logo that nobody uploaded is refused');
select throws_ok($$ select public.update_settings('{"logo": "logo-c"}') $$, 'PT422', 'logo_not_found', 'a file of another bucket is no logo');
select throws_ok($$ update public.settings set logo = 'logo-z' $$, 'PT422', 'logo_not_found', 'a logo that nobody uploaded is refused as a table, too');
select throws_ok(format('select public.update_settings(%L)', jsonb_build_object('logo', l)), 'PT422', 'settings_invalid', 'a logo is no ' || l)
from unnest(array['../users/x', 'https://elsewhere.example/pixel.png', 'javascript:alert(1)', 'logo-A', 'logo-a?v=1', 'logo-a/b', 'cab.png']) l;
select throws_ok($$ select public.update_settings('{"logo": null}') $$, 'PT422', 'settings_invalid', 'a logo is not null');

select is((public.update_settings('{"logo": "logo-b"}')).logo, 'logo-b', 'another one replaces it');
select is(tests.removals(), '{logo-a}', 'the replaced picture is removed');
select throws_ok($$ select public.update_settings('{"logo": "logo-a"}') $$, 'PT422', 'logo_not_found', 'what is about to be removed is not taken up again');
select is((public.update_settings('{"logo": "logo-b", "company_name": "Cabs"}')).logo, 'logo-b', 'the same logo stays');
select is(tests.removals(), '{logo-a}', 'the same logo is not removed');
select is((public.update_settings('{"logo": ""}')).logo, '', 'an admin takes the logo away');
select is(tests.removals(), '{logo-a,logo-b}', 'a logo that was taken away is removed');

select tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select throws_ok($$ select public.update_settings('{"logo": "logo-a"}') $$, 'PT403', 'demo_mode', 'in a demo the logo stays');
select tests.set('allow_critical_edits_admin', 'true');

-- Uploaded and never saved
select tests.as_owner();
delete from app.outbox;
insert into storage.objects (bucket_id, name, created_at) values ('company', 'logo-new', app.now()), ('company', 'logo-old', app.now() - interval '2 days'), ('company', 'logo-used', app.now() - interval '2 days');
update storage.objects set created_at = app.now() where bucket_id = 'company' and name in ('logo-a', 'logo-b');
select tests.set('logo', 'logo-used');
select app.queue_orphaned_files();
select is(tests.removals(), '{logo-old}', 'a picture that was never saved is removed after a day, the one in use stays');

-- No endless row of pictures
select tests.act_as('admin');
select lives_ok($$ insert into storage.objects (bucket_id, name) select 'company', 'logo-more-' || n from generate_series(1, 15) n $$, 'an admin tries some logos');
select throws_ok($$ insert into storage.objects (bucket_id, name) select 'company', 'logo-many-' || n from generate_series(1, 15) n $$, '42501', null, 'nobody fills the bucket with logos');

-- Staff whose approval was taken away, whatever their token still says
select tests.as_owner();
update public.profiles set approved = false where id = tests.id('admin');
select tests.act_as('admin');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('company', 'logo-former') $$, '42501', null, 'an admin whose approval was taken away uploads no logo');
select is((select count(*) from storage.objects where bucket_id = 'company'), 0::bigint, 'an admin whose approval was taken away lists no logos');
select tests.as_owner();
update public.profiles set approved = true where id = tests.id('admin');

-- Staff without the permission
update public.profiles set staff_role = 'support' where id = tests.id('admin');
select tests.act_as('admin');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('company', 'logo-support') $$, '42501', null, 'a role without the permission uploads no logo');
select throws_ok($$ select public.update_settings('{"logo": "logo-new"}') $$, 'PT403', 'not_allowed', 'a role without the permission sets no logo');
select * from finish();
