"""Addresses of the public pages and of the site itself (design.md §7)."""

from django.contrib.auth.views import LoginView
from django.urls import path, re_path

from championship.views import join, player_call, public, site

urlpatterns = [
    path("", public.home, name="home"),
    path("c/<slug:slug>/", public.leaderboard, name="leaderboard"),
    path("c/<slug:slug>/bracket/", public.bracket, name="bracket"),
    re_path(
        r"^c/(?P<slug>[-a-zA-Z0-9_]+)/tables/(?P<stage>[-a-zA-Z0-9_]+)-(?P<number>[0-9]{1,5})/$",
        public.table,
        name="table",
    ),
    path("c/<slug:slug>/draw/", public.draw, name="draw"),
    path("c/<slug:slug>/draw/draw.json", public.draw_file, name="draw_file"),
    path("c/<slug:slug>/draw/proof-<int:number>.json", public.proof_file, name="proof_file"),
    path("c/<slug:slug>/players/<int:number>/", public.player, name="player"),
    path("c/<slug:slug>/players/<int:number>/call/", player_call.call, name="player_call"),
    path("language/", site.set_language, name="set_language"),
    path("sign-in/", LoginView.as_view(redirect_authenticated_user=True), name="sign_in"),
    path("password/", site.ChangePassword.as_view(), name="password"),
    re_path(r"^join/(?P<token>[A-Za-z0-9_-]{20,64})/$", join.join, name="join"),
    path("sign-out/", site.SignOut.as_view(), name="sign_out"),
    path("robots.txt", site.robots, name="robots"),
]
