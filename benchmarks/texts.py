"""Texts to measure with: many different questions from frames and topics, and long passages."""

from __future__ import annotations

import json
from itertools import islice, product
from pathlib import Path

__all__ = ["chinese_passage", "chinese_questions", "english_passage", "english_questions", "read"]

_ZH_TOPICS = (
    "数据库连接超时", "同义词词表配置", "服务器磁盘空间", "员工年假申请流程",
    "发票报销审批", "机器学习模型训练", "网络防火墙规则", "办公楼消防演练",
    "合同违约赔偿责任", "疫苗接种预约时间", "太阳能电池板效率", "高速公路收费标准",
    "图书馆借阅期限", "公司食堂菜单更新", "手机屏幕维修价格", "仓库货物盘点计划",
    "客户投诉处理办法", "软件版本升级说明", "护照签证办理材料", "银行贷款利率调整",
    "糖尿病饮食建议", "小学数学竞赛题目", "城市轨道交通规划", "农村土地承包政策",
    "打印机驱动程序",
)  # fmt: skip
_ZH_FRAMES = (
    "请问{}应该怎么处理才好", "如何才能尽快解决{}的问题", "关于{}有哪些最新的规定",
    "为什么我的{}总是出现错误",
    "哪个部门负责{}的具体工作", "今年的{}和去年相比有什么变化",
    "想了解一下{}需要多少费用", "{}失败以后怎样重新开始操作",
)  # fmt: skip
_EN_TOPICS = (
    "database connection timeout", "synonym list configuration", "server disk space",
    "annual leave request", "travel expense approval", "machine learning training",
    "network firewall rules", "office fire drill", "contract breach liability",
    "vaccine booking system", "solar panel efficiency", "highway toll prices",
    "library loan period", "canteen menu update", "phone screen repair", "warehouse stock count",
    "customer complaint handling", "software version upgrade", "passport visa documents",
    "bank loan rates", "diabetes diet advice", "school math contest", "city railway planning",
    "farm land lease", "printer driver problem",
)  # fmt: skip
_EN_FRAMES = (
    "how do I fix the {}", "why does the {} keep failing", "who is responsible for {} here",
    "what changed in the {} this year", "where can we find {} instructions",
    "steps to restart {} after an outage", "is there a deadline for {}", "cost of {} in Berlin",
)  # fmt: skip


def chinese_questions() -> list[str]:
    """Distinct questions of 16 to 24 characters, about 20 in the middle."""
    texts = [frame.format(topic) for topic, frame in product(_ZH_TOPICS, _ZH_FRAMES)]
    return [text for text in texts if 16 <= len(text) <= 24]


def english_questions() -> list[str]:
    """Distinct questions of 5 to 10 words."""
    texts = [frame.format(topic) + "?" for topic, frame in product(_EN_TOPICS, _EN_FRAMES)]
    return [text for text in texts if 5 <= len(text.split()) <= 10]


def chinese_passage(length: int) -> str:
    """Running text of so many characters."""
    return _passage("。".join(chinese_questions()) + "。", length)


def english_passage(length: int) -> str:
    """Running text of so many characters."""
    return _passage(" ".join(text.replace("?", ".") for text in english_questions()) + " ", length)


def _passage(text: str, length: int) -> str:
    return (text * (length // len(text) + 1))[:length]


def read(path: Path, limit: int = 5000) -> list[str]:
    """The texts of a BEIR queries.jsonl or corpus.jsonl."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in islice(lines, limit) if line.strip()]
